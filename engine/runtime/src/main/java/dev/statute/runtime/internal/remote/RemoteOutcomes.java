package dev.statute.runtime.internal.remote;

import dev.statute.problem.Place;
import dev.statute.step.Outcome;
import dev.statute.step.Trace;
import dev.statute.store.InstanceStore.Handled;
import java.util.List;
import java.util.Objects;

/** Outcomes of events that another worker handled, from the stored kind, code and message. */
public final class RemoteOutcomes {
  private static final Place NOWHERE = new Place("", 1, 1);

  private RemoteOutcomes() {}

  /**
   * Returns the outcome of a handled event.
   *
   * @param now configuration of the instance, possibly after later steps
   */
  public static Outcome of(Handled handled, List<String> now) {
    String message = Objects.requireNonNullElse(handled.message(), "");
    String code = Objects.requireNonNullElse(handled.code(), handled.outcome());
    switch (handled.outcome()) {
      case "taken":
        return new Outcome.Taken(now, now, Trace.NONE);
      case "recorded":
        return new Outcome.Recorded(now, Trace.NONE);
      case "blocked":
        return new Outcome.Blocked(now, List.of(), Trace.NONE);
      case "deferred":
        return new Outcome.Deferred(now, List.of());
      case "ignored":
        return new Outcome.Ignored(now, List.of(), handled.message(), Trace.NONE);
      case "denied":
        return new Outcome.Denied(now, handled.code(), message, "", NOWHERE, Trace.NONE);
      case "failed":
        return new Outcome.Failed(now, code, message, null, Trace.NONE);
      case "rejected":
        return new Outcome.Rejected(now, code, message);
      default:
        return new Outcome.Duplicate(now, handled.outcome(), 0);
    }
  }
}
