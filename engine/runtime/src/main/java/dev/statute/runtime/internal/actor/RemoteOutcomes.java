package dev.statute.runtime.internal.actor;

import dev.statute.problem.Place;
import dev.statute.step.Outcome;
import dev.statute.step.Trace;
import dev.statute.store.InstanceStore.Handled;
import java.util.List;
import java.util.Objects;

/** Outcomes of events that another worker handled, from the stored kind, code and message. */
final class RemoteOutcomes {
  private static final Place NOWHERE = new Place("", 1, 1);

  private RemoteOutcomes() {}

  /**
   * Returns the outcome of a handled event.
   *
   * @param now configuration of the instance, possibly after later steps
   */
  static Outcome of(Handled handled, List<String> now) {
    String message = Objects.requireNonNullElse(handled.message(), "");
    String code = Objects.requireNonNullElse(handled.code(), handled.outcome());
    return switch (handled.outcome()) {
      case "taken" -> new Outcome.Taken(now, now, Trace.NONE);
      case "recorded" -> new Outcome.Recorded(now, Trace.NONE);
      case "blocked" -> new Outcome.Blocked(now, List.of(), Trace.NONE);
      case "deferred" -> new Outcome.Deferred(now, List.of());
      case "ignored" -> new Outcome.Ignored(now, List.of(), handled.message(), Trace.NONE);
      case "denied" -> new Outcome.Denied(now, handled.code(), message, "", NOWHERE, Trace.NONE);
      case "failed" -> new Outcome.Failed(now, code, message, null, Trace.NONE);
      case "rejected" -> new Outcome.Rejected(now, code, message);
      default -> new Outcome.Duplicate(now, handled.outcome(), 0);
    };
  }
}
