package dev.statute.json;

import dev.statute.json.internal.JsonWriter;
import dev.statute.json.internal.OutcomeMembers;
import dev.statute.json.internal.ValueMasking;
import dev.statute.step.Cause;
import dev.statute.step.Chart;
import dev.statute.step.Decision;
import dev.statute.step.Input;
import java.util.List;

/**
 * Decisions as lines of JSON: the members of an output line, and the revision that decided, the
 * instance, the whole input, {@code follows} for inputs that the engine caused itself, and the
 * duration in {@code micros}. A log of such lines can be replayed. Thread-safe.
 */
public final class DecisionLines {
  /** Replacement of a hidden value. */
  public static final String MASK = "***";

  private final ValueMasking masks;

  private DecisionLines(ValueMasking masks) {
    this.masks = masks;
  }

  /** Creates lines without hidden values. */
  public static DecisionLines plain() {
    return masking(List.of());
  }

  /**
   * Creates lines with hidden values: {@code ***} replaces each value under one of these names, and
   * its text in any other place of this line or a later one. A replay of such a log reads the
   * {@code ***}.
   *
   * @param paths a name, or a path such as {@code payload.card.number}, of which the last parts
   *     must agree; {@code payload} is an input's data
   */
  public static DecisionLines masking(List<String> paths) {
    return new DecisionLines(new ValueMasking(paths));
  }

  /** Paths that have hidden no value so far; they may be misspelt. */
  public List<String> unusedMasks() {
    return masks.unusedPaths();
  }

  /** Formats one decision, without a line end. */
  public String line(Decision decision) {
    JsonWriter out = new JsonWriter();
    out.open().put("seq", decision.seq());
    Chart chart = decision.step().snapshot().chart();
    out.put("revision", chart.revision()).put("chart", chart.name());
    out.put("instance", decision.instance()).put("at", decision.at());
    Cause cause = decision.step().cause();
    cause(out.key("in"), cause);
    if (!(cause instanceof Cause.External || cause instanceof Cause.Start)) {
      out.put("follows", true);
    }
    int record = (int) decision.step().snapshot().progress().records();
    OutcomeMembers.writeOutcome(out, decision.step().outcome(), record, number -> number);
    out.putIfAny("micros", decision.micros());
    return masks.mask(out.close().toString());
  }

  /**
   * Formats the line for decisions that were not kept.
   *
   * @param count number of missing decisions
   */
  public static String dropped(long count) {
    return new JsonWriter().open().put("dropped", count).close().toString();
  }

  /** Writes the cause like an output line, but records in full and starts with their data. */
  private static void cause(JsonWriter out, Cause cause) {
    if (cause instanceof Cause.External asked && asked.input() instanceof Input.Report report) {
      out.value(report.fields());
    } else if (cause instanceof Cause.Start start) {
      out.open().put("start", true);
      out.putIfAny("data", start.data()).putIfAny("at", start.at()).close();
    } else {
      OutcomeMembers.writeCause(out, cause);
    }
  }
}
