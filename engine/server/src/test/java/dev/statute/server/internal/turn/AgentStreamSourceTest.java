package dev.statute.server.internal.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.Statute;
import dev.statute.runtime.ManualClock;
import dev.statute.server.internal.stream.ServerEvent;
import dev.statute.store.LocalDoorbell;
import dev.statute.turns.TurnDependencies;
import dev.statute.turns.Turns;
import dev.statute.turns.store.MemoryTurnStore;
import dev.statute.turns.store.TurnRecords.Event;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AgentStreamSourceTest {
  private final MemoryTurnStore store = new MemoryTurnStore();
  private final LocalDoorbell doorbell = new LocalDoorbell(Runnable::run);
  private long last;

  private void add() {
    Event event =
        new Event("e" + ++last, "ann", last, null, 1, "activity", "{}", Instant.EPOCH, null);
    boolean added =
        store.transact("ann", transaction -> transaction.add(event)).toCompletableFuture().join();
    assertThat(added).isTrue();
    doorbell.ring("ann");
  }

  @Test
  void a_client_of_another_store_is_told_where_ids_go_on_and_gets_new_events_at_once() {
    TurnDependencies dependencies =
        new TurnDependencies(
            store,
            new ManualClock(),
            new Random(1),
            TurnFeatureTest.UNUSED,
            doorbell,
            Runnable::run);
    try (Statute statute = Statute.load(TurnFeatureTest.CHART);
        Turns turns = Turns.of(dependencies, statute.charts()).value()) {
      add();
      add();
      AtomicInteger changes = new AtomicInteger();
      try (AgentStreamSource source = new AgentStreamSource(turns, store, "ann", last, 57)) {
        source.open(changes::incrementAndGet);
        assertThat(source.next(10))
            .containsExactly(new ServerEvent("2", "missed", "{\"from\":3,\"to\":2}"));
        add();
        assertThat(changes).hasValue(1);
        assertThat(source.next(10)).extracting(ServerEvent::id).isEqualTo(List.of("3"));
      }
      try (AgentStreamSource source = new AgentStreamSource(turns, store, "ann", last, 1)) {
        assertThat(source.next(10)).extracting(ServerEvent::id).isEqualTo(List.of("2", "3"));
      }
    }
  }
}
