package dev.statute.json.internal;

import dev.statute.problem.Place;
import dev.statute.step.BlockedCandidate;
import dev.statute.step.Cause;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Causes and outcomes as members of an output line. */
public final class OutcomeMembers {
  private OutcomeMembers() {}

  /** Writes the value of {@code in}. */
  public static void writeCause(JsonWriter out, Cause cause) {
    out.open();
    if (cause instanceof Cause.Start) {
      out.put("start", true);
    } else if (cause instanceof Cause.External asked) {
      writeInput(out, asked.input());
    } else if (cause instanceof Cause.Undeferred recalled) {
      writeInput(out, recalled.event());
      out.put("recalled", true);
    } else if (cause instanceof Cause.Timer timer) {
      out.put("timer", timer.name()).putIfAny("event", timer.event());
      out.putIfAny("data", timer.data());
    } else if (cause instanceof Cause.Sent sent) {
      out.put("sent", sent.event()).putIfAny("data", sent.data()).putIfAny("id", sent.id());
    } else if (cause instanceof Cause.Finding stuck) {
      out.put("event", stuck.event()).putIfAny("data", stuck.data());
    } else if (cause instanceof Cause.Cancelled) {
      out.put("cancelled", true);
    } else if (cause instanceof Cause.PhaseDeadline) {
      out.put("overrun", true);
    } else {
      throw new IllegalArgumentException("no form for " + cause);
    }
    out.close();
  }

  private static void writeInput(JsonWriter out, Input input) {
    if (input instanceof Input.Report report) {
      writeReport(out, report.fields());
    } else {
      writeRequest(out, input);
    }
    out.putIfAny("id", input.id());
    if (input instanceof Input.Event event && event.sender() != null) {
      out.put("sender", event.sender().toMap());
    }
  }

  /**
   * Writes the requested input; records, which may have long texts, are reduced to type and tool.
   */
  public static void writeRequest(JsonWriter out, Input input) {
    if (input instanceof Input.Event event) {
      out.put("event", event.name()).putIfAny("data", event.data());
    } else if (input instanceof Input.Move move) {
      out.put("move", move.to()).putIfAny("reason", move.reason()).putIfAny("data", move.data());
    } else if (input instanceof Input.Report report) {
      writeReport(out, report.fields());
    } else {
      throw new IllegalArgumentException("no form for " + input);
    }
  }

  private static void writeReport(JsonWriter out, Map<String, ?> fields) {
    out.put("type", fields.get("type")).putIfAny("tool", fields.get("tool"));
  }

  /**
   * Writes an outcome: its kind and states, its trace, and the reason of a refusal.
   *
   * @param line the input line a finding is reported at; 0 = none
   * @param lineOf the input line of a record, by its number
   */
  public static void writeOutcome(
      JsonWriter out, Outcome outcome, int line, LongUnaryOperator lineOf) {
    writePreview(out, outcome, outcome.configuration(), line, lineOf);
  }

  /** Writes the outcome of a step that was not carried out, like {@link #writeOutcome}. */
  public static void writePreview(
      JsonWriter out,
      Outcome outcome,
      List<String> configuration,
      int line,
      LongUnaryOperator lineOf) {
    out.put("outcome", outcome.kind());
    out.put("from", outcome.from()).put("to", outcome.configuration());
    out.put("configuration", configuration);
    TraceJson.writeTrace(out, outcome.trace(), line, lineOf);
    writeDetails(out, outcome);
  }

  /** Writes {@code code}, {@code message}, and the further members of its kind. */
  public static void writeDetails(JsonWriter out, Outcome outcome) {
    out.putIfAny("code", outcome.code());
    if (!(outcome instanceof Outcome.Blocked)) { // its candidates have the same message
      out.putIfAny("message", outcome.message());
    }
    if (outcome instanceof Outcome.Ignored ignored) {
      out.putIfAny("heard", ignored.acceptedEvents());
    } else if (outcome instanceof Outcome.Blocked blocked) {
      out.key("candidates").openList();
      blocked.candidates().forEach(attempted -> writeCandidate(out, attempted));
      out.closeList();
    } else if (outcome instanceof Outcome.Denied denied) {
      out.put("rule", denied.rule()).put("place", placeText(denied.place()));
    } else if (outcome instanceof Outcome.Deferred deferred) {
      out.putIfAny("until", deferred.until());
    } else if (outcome instanceof Outcome.Rejected rejected) {
      out.putIfAny("field", rejected.field()).putIfAny("expected", rejected.expected());
      out.putIfAny("found", rejected.found());
    } else if (outcome instanceof Outcome.Duplicate duplicate) {
      out.put("was", duplicate.outcome()).put("sequence", duplicate.sequence());
    } else if (outcome instanceof Outcome.Failed failed) {
      out.putIfAny("place", placeText(failed.place()));
    }
  }

  private static void writeCandidate(JsonWriter out, BlockedCandidate attempted) {
    out.open().put("source", attempted.source()).put("to", attempted.targets());
    out.putIfAny("place", placeText(attempted.place()));
    if (attempted.when() != null) {
      out.put("when", attempted.when()).putIfAny("value", attempted.value());
    }
    if (attempted.guard() != null) {
      out.put("guard", attempted.guard()).put("granted", attempted.granted());
    }
    out.putIfAny("denial", attempted.denial()).putIfAny("rule", attempted.rule());
    out.close();
  }

  static @Nullable String placeText(@Nullable Place place) {
    return place == null ? null : place.toString();
  }
}
