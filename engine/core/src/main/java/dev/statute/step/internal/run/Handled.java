package dev.statute.step.internal.run;

import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.internal.model.Rest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The memory of handled ids: the same id twice is one input. */
final class Handled {
  private Handled() {}

  /** What an input that was handled before is told, or null. */
  static Outcome.@Nullable Duplicate find(Snapshot snapshot, @Nullable String id) {
    if (id != null) {
      for (Rest.Handled handled : snapshot.rest().handled()) {
        if (handled.id().equals(id)) {
          return new Outcome.Duplicate(
              snapshot.configuration(), handled.outcome(), handled.sequence());
        }
      }
    }
    return null;
  }

  /** The snapshot that remembers this id; what is rejected was not handled. */
  static Snapshot remember(Snapshot before, Snapshot after, @Nullable String id, Outcome outcome) {
    if (id == null || outcome instanceof Outcome.Rejected) {
      return after;
    }
    long sequence = after == before ? before.sequence() + 1 : after.sequence();
    List<Rest.Handled> all = new ArrayList<>(after.rest().handled());
    all.removeIf(handled -> handled.id().equals(id));
    all.add(new Rest.Handled(id, outcome.kind(), sequence));
    if (all.size() > Machine.MOST_HANDLED) {
      all.remove(0);
    }
    Rest rest = after.rest().withHandled(List.copyOf(all));
    return after == before ? after.next(rest) : after.with(rest);
  }
}
