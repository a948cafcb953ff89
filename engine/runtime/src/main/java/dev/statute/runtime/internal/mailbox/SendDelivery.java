package dev.statute.runtime.internal.mailbox;

import dev.statute.step.Outcome;
import java.util.Set;

/** What became of something that an instance owed to another one. */
public enum SendDelivery {
  /** It was dealt with, or lies in the inbox. */
  ARRIVED,
  /** There is no such instance. */
  ABSENT,
  /** Nobody knows; it must be tried again. */
  FAILED;

  /** Codes of the runtime's own refusals: the instance never heard of it. */
  private static final Set<String> UNHEARD =
      Set.of("stopped", "store", "fenced", "parked", "unknown-chart", "corrupted", "internal");

  public static SendDelivery of(Outcome outcome) {
    String code = outcome.code();
    if (code == null) {
      return ARRIVED;
    }
    return code.equals("no-instance") ? ABSENT : UNHEARD.contains(code) ? FAILED : ARRIVED;
  }
}
