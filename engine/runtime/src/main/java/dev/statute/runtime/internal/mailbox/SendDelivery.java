package dev.statute.runtime.internal.mailbox;

import dev.statute.step.Outcome;
import java.util.Set;

/** Result of a delivery to another instance. */
public enum SendDelivery {
  /** Handled, or in the inbox. */
  ARRIVED,
  /** No such instance. */
  ABSENT,
  /** Unknown; it must be repeated. */
  FAILED;

  /** Codes of refusals by the runtime, before the instance received the message. */
  private static final Set<String> UNHEARD =
      Set.of(
          "stopped",
          "no-thread",
          "store",
          "fenced",
          "parked",
          "unknown-chart",
          "corrupted",
          "internal");

  public static SendDelivery of(Outcome outcome) {
    String code = outcome.code();
    if (code == null) {
      return ARRIVED;
    }
    return code.equals("no-instance") ? ABSENT : UNHEARD.contains(code) ? FAILED : ARRIVED;
  }
}
