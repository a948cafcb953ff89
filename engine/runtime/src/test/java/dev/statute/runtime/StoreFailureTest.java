package dev.statute.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.runtime.RuntimeTestCharts.ListenerLog;
import dev.statute.runtime.internal.thread.SameThreadExecutor;
import dev.statute.step.Outcome;
import dev.statute.step.Trace;
import dev.statute.store.Doorbell;
import dev.statute.store.ForwardingInstanceStore;
import dev.statute.store.InstanceStore;
import dev.statute.store.LocalDoorbell;
import dev.statute.store.MemoryStore;
import dev.statute.store.StoreException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Behaviour of an instance on failures of its store. */
class StoreFailureTest {
  private final MemoryStore memory = new MemoryStore();
  private final ListenerLog log = new ListenerLog();
  private final Doorbell doorbell = new LocalDoorbell(SameThreadExecutor.INSTANCE);
  private String fault = "";

  private final InstanceStore faulty =
      new ForwardingInstanceStore(memory) {
        @Override
        public CompletionStage<Committed> commit(Commit commit) {
          if (fault.equals("down")) {
            return CompletableFuture.failedFuture(
                new StoreException("full", "the disk is full", null));
          }
          if (fault.equals("unsure")) {
            super.commit(commit);
            return CompletableFuture.failedFuture(
                new StoreException("unreachable", "connection lost", null));
          }
          return super.commit(commit);
        }
      };

  private Engine engine(InstanceStore store) {
    return Engine.builder()
        .clock(new ManualClock())
        .sameThread()
        .store(store)
        .doorbell(doorbell)
        .listener(log)
        .chart(RuntimeTestCharts.counter())
        .build();
  }

  @Test
  void
      a_step_that_cannot_be_written_was_not_made_and_the_next_one_goes_on_when_the_cause_is_gone() {
    Engine engine = engine(faulty);
    engine.spawn("c", "counter");
    log.clear();
    fault = "down";
    Outcome outcome = engine.instance("c").ask("Add");
    assertThat(outcome.kind()).isEqualTo("failed");
    assertThat(outcome.code()).isEqualTo("store");
    assertThat(outcome.message()).contains("the disk is full");
    assertThat(log.all()).isEmpty();
    fault = "";
    assertThat(engine.instance("c").ask("Add").kind()).isEqualTo("taken");
    assertThat(engine.instance("c").snapshot().data().get("n")).isEqualTo(1L);
  }

  @Test
  void a_commit_with_an_unknown_result_is_read_before_the_next_step() {
    Engine engine = engine(faulty);
    engine.spawn("c", "counter");
    fault = "unsure";
    assertThat(engine.instance("c").ask("Add").code()).isEqualTo("store");
    fault = "";
    assertThat(engine.instance("c").ask("Add").kind()).isEqualTo("taken");
    assertThat(engine.instance("c").snapshot().data().get("n")).isEqualTo(2L);
  }

  @Test
  void another_engine_handles_its_instance_and_the_outcome_arrives_here() {
    Engine one = engine(memory);
    Engine two = engine(memory);
    one.spawn("c", "counter");
    log.clear();
    Outcome outcome = two.instance("c").ask("Add");
    assertThat(outcome)
        .isEqualTo(new Outcome.Taken(List.of("counting"), List.of("counting"), Trace.NONE));
    assertThat(two.instance("c").ask("End").configuration()).containsExactly("ended");
    assertThat(two.instance("c").ask("Add").code())
        .as("it is held by nobody")
        .isEqualTo("finished");
    assertThat(two.instance("nobody").ask("Add").code()).isEqualTo("no-instance");
    assertThat(two.spawn("c", "counter").join().kind()).isEqualTo("started");
    assertThat(one.spawn("c", "counter").join().code()).isEqualTo("exists");
  }

  @Test
  void an_instance_of_an_unregistered_chart_names_the_chart() {
    Engine one = engine(memory);
    one.spawn("c", "counter");
    one.close();
    Engine other = Engine.builder().clock(new ManualClock()).sameThread().store(memory).build();
    assertThat(other.instance("c").ask("Add").message())
        .startsWith("the instance cannot be read: instance 'c' runs counter 1 (sha256:");
  }
}
