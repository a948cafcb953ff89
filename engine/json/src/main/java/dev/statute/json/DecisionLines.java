package dev.statute.json;

import dev.statute.json.internal.JsonWriter;
import dev.statute.json.internal.OutcomeJson;
import dev.statute.json.internal.TraceJson;
import dev.statute.json.internal.ValueMasking;
import dev.statute.step.Cause;
import dev.statute.step.Chart;
import dev.statute.step.Decision;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import java.util.List;

/**
 * Decisions as lines of JSON: what an output line has, and the revision that decided, the instance,
 * the whole input, whether it {@code follows} by itself from what was given before, and the {@code
 * micros} it took. A log of such lines can be replayed. Thread-safe.
 */
public final class DecisionLines {
  /** What stands where a value is hidden. */
  public static final String MASK = "***";

  private final ValueMasking masks;

  private DecisionLines(ValueMasking masks) {
    this.masks = masks;
  }

  /** With everything in plain sight. */
  public static DecisionLines plain() {
    return masking(List.of());
  }

  /**
   * With values hidden: {@code ***} stands for each value under one of these names, and for its
   * text wherever else it occurs, in this line or a later one. What is replayed from such a log
   * sees the {@code ***}.
   *
   * @param paths a name, or a path such as {@code payload.card.number}, of which the last parts
   *     must agree; {@code payload} is an input's data
   */
  public static DecisionLines masking(List<String> paths) {
    return new DecisionLines(new ValueMasking(paths));
  }

  /** The paths that have hidden nothing so far: misspelt, perhaps. */
  public List<String> unusedMasks() {
    return masks.unusedPaths();
  }

  /** One decision, without the end of its line. */
  public String line(Decision decision) {
    Outcome outcome = decision.step().outcome();
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
    OutcomeJson.writeOutcome(out, outcome, true);
    int record = (int) decision.step().snapshot().progress().records();
    TraceJson.writeTrace(out, outcome.trace(), record, number -> number);
    OutcomeJson.writeDetails(out, outcome);
    out.putIfAny("micros", decision.micros());
    return masks.mask(out.close().toString());
  }

  /** Where decisions could not be kept: how many are missing here. */
  public static String dropped(long count) {
    return new JsonWriter().open().put("dropped", count).close().toString();
  }

  /** As an output line has it, but for records, which are whole, and starts, with their data. */
  private static void cause(JsonWriter out, Cause cause) {
    if (cause instanceof Cause.External asked && asked.input() instanceof Input.Report report) {
      out.value(report.fields());
    } else if (cause instanceof Cause.Start start) {
      out.open().put("start", true);
      out.putIfAny("data", start.data()).putIfAny("at", start.at()).close();
    } else {
      OutcomeJson.writeCause(out, cause);
    }
  }
}
