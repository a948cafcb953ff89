package dev.statute.json;

import dev.statute.json.internal.JsonWriter;
import dev.statute.json.internal.OutcomeMembers;
import dev.statute.step.Outcome;

/**
 * Outcomes as JSON. An outcome is the object of the members that {@link OutputLines} has for it,
 * from {@code outcome} on, in the same characters: kind, states before and after, trace, and the
 * reason of a refusal. Its findings have no line.
 */
public final class OutcomeJson {
  private OutcomeJson() {}

  /** Returns an outcome as one line, without a line end. */
  public static String write(Outcome outcome) {
    JsonWriter out = new JsonWriter();
    out.open();
    OutcomeMembers.writeOutcome(out, outcome, 0, number -> number);
    return out.close().toString();
  }
}
