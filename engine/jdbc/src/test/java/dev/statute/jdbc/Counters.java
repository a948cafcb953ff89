package dev.statute.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Policy;
import dev.statute.problem.Source;
import dev.statute.step.Chart;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Snapshot;
import dev.statute.store.InstanceStore.Commit;
import dev.statute.store.InstanceStore.Committed;
import dev.statute.store.InstanceStore.Handled;
import dev.statute.store.InstanceStore.Stored;
import dev.statute.store.StreamEvent;
import dev.statute.store.Worker;
import dev.statute.yaml.YamlCharts;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Instances that count their steps: revision r has counted to r - 1, has told r events and has
 * handled r - 1, so that one can tell from the outside whether anything is lost or doubled.
 */
final class Counters {
  static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  static final Chart CHART =
      Chart.compile(
              YamlCharts.load(
                      new Source(
                          "counter.yaml",
                          """
                          chart: counter
                          data: { n: 0, text: "some more words, as a real instance has them" }
                          states:
                            a: { on: { Add: { do: [ { assign: { n: data.n + 1 } } ] } } }
                          """))
                  .get())
          .get();
  static final Interpreter BY = Interpreter.of(CHART, Policy.NONE);

  private Counters() {}

  static @Nullable Chart known(String hash) {
    return hash.equals(CHART.hash()) ? CHART : null;
  }

  static Snapshot start(String id) {
    return BY.start(id, Map.of(), NOW).snapshot();
  }

  /** The snapshot remembers the id of the event, as that of an engine does. */
  static Snapshot next(Snapshot snapshot) {
    return next(snapshot, "e" + (Objects.requireNonNull((Long) snapshot.data().get("n")) + 1));
  }

  static Snapshot next(Snapshot snapshot, String id) {
    return BY.step(snapshot, new Input.Event("Add", Map.of(), id), NOW).snapshot();
  }

  /** The commit that makes revision {@code expected + 1}. */
  static Commit commit(Snapshot snapshot, long epoch, long expected, Worker worker) {
    StreamEvent event = new StreamEvent(expected + 1, NOW, "counted", Map.of("n", expected));
    Handled step = new Handled("e" + expected, "taken", null, null);
    return commit(
        snapshot,
        epoch,
        expected,
        worker,
        List.of(event),
        expected == 0 ? List.of() : List.of(step));
  }

  private static Commit commit(
      Snapshot snapshot,
      long epoch,
      long expected,
      Worker worker,
      List<StreamEvent> stream,
      List<Handled> handled) {
    return new Commit(
        snapshot.id(),
        epoch,
        expected,
        snapshot,
        expected == 0,
        null,
        worker,
        NOW,
        stream,
        List.of(),
        Set.of(),
        handled);
  }

  /** Commits revision {@code expected + 1} of an instance, which tells nothing. */
  static CompletableFuture<Committed> handle(
      JdbcStore store, Snapshot snapshot, long expected, Worker worker, List<Handled> handled) {
    long epoch = expected == 0 ? 0 : 1;
    return store
        .commit(commit(snapshot, epoch, expected, worker, List.of(), handled))
        .toCompletableFuture();
  }

  static CompletableFuture<Committed> write(
      JdbcStore store, Snapshot snapshot, long epoch, long expected, Worker worker) {
    return store.commit(commit(snapshot, epoch, expected, worker)).toCompletableFuture();
  }

  /** The instance, which must not have gone back behind a revision and must be whole. */
  static long check(JdbcStore store, String id, long atLeast) {
    Stored stored = store.load(id, Counters::known);
    if (stored == null) {
      assertThat(atLeast).as("%s is not there", id).isZero();
      return 0;
    }
    long revision = stored.revision();
    assertThat(revision).as("revision of %s", id).isGreaterThanOrEqualTo(atLeast);
    assertThat(stored.snapshot().data().get("n")).isEqualTo(revision - 1);
    assertThat(stored.events()).isEqualTo(revision);
    List<StreamEvent> events = store.events(id, 0, Integer.MAX_VALUE);
    assertThat(events).hasSize((int) revision);
    assertThat(events.get(events.size() - 1).number()).isEqualTo(revision);
    if (revision > 1) {
      assertThat(store.handled(id, "e" + (revision - 1))).isNotNull();
    }
    assertThat(store.handled(id, "e" + revision)).isNull();
    return revision;
  }
}
