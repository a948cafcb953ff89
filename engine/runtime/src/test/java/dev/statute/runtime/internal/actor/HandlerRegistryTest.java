package dev.statute.runtime.internal.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.statute.runtime.AsyncHandler;
import dev.statute.runtime.Call;
import dev.statute.runtime.ManualClock;
import dev.statute.runtime.Reply;
import dev.statute.runtime.internal.effect.HandlerInvocation;
import dev.statute.runtime.internal.effect.ReplyAddress;
import dev.statute.runtime.internal.timer.TimerQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class HandlerRegistryTest {
  @Test
  void no_handler_starts_if_the_engine_closes_during_its_registration() {
    EngineScheduler scheduler = mock(EngineScheduler.class);
    when(scheduler.isStopped()).thenReturn(false, true, false);
    List<Call> calls = new ArrayList<>();
    AsyncHandler work =
        call -> {
          calls.add(call);
          return CompletableFuture.completedFuture(Reply.of(1));
        };
    ManualClock clock = new ManualClock();
    HandlerRegistry registry =
        new HandlerRegistry(
            Map.of("work", work),
            new HandlerInvocation.Environment(
                Runnable::run, Runnable::run, new TimerQueue(clock), clock),
            scheduler,
            new EngineListeners(List.of()),
            mock(InstanceDirectory.class));
    ReplyAddress asker = new ReplyAddress("a", "a/1", null, 0, "call.work");
    registry.run(asker, "work", Map.of(), null, null);
    assertThat(calls).isEmpty();
    registry.run(asker, "work", Map.of(), null, null);
    assertThat(calls).as("nothing is left of the first run").hasSize(1);
  }
}
