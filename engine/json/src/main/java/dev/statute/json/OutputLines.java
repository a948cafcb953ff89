package dev.statute.json;

import dev.statute.expr.DurationFormat;
import dev.statute.json.internal.ExplainedJson;
import dev.statute.json.internal.JsonWriter;
import dev.statute.json.internal.OutcomeMembers;
import dev.statute.json.internal.ScanJson;
import dev.statute.json.internal.TraceJson;
import dev.statute.policy.spi.ReportedFinding;
import dev.statute.problem.Problem;
import dev.statute.step.ExplainedStep;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.PossibleInput;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.step.StuckStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Results of the input lines of one instance, one line of JSON each, as {@code run --output jsonl}
 * prints them: the same steps give the same characters. Numbers its lines from 0. Keys are in a
 * fixed order; keys without a value are omitted. Confined to one thread.
 */
public final class OutputLines {
  /** Input line of each counted record, so that evidence names lines. */
  private final List<Integer> records = new ArrayList<>();

  private long seq;

  /**
   * Formats a step.
   *
   * @param line number of the input line that caused it; 0 = the start
   */
  public String step(int line, Instant at, Step step) {
    JsonWriter out = new JsonWriter();
    writeStep(out, line, at, step);
    return out.close().toString();
  }

  /**
   * Returns the line of a step of an instance that an engine runs; evidence of findings names the
   * numbers of records.
   *
   * @param seq number of the step
   * @param line number of the input line that caused it; 0 = none did
   */
  public static String step(long seq, int line, Instant at, Step step) {
    JsonWriter out = new JsonWriter();
    out.open().put("seq", seq).put("line", line).put("at", at);
    OutcomeMembers.writeCause(out.key("in"), step.cause());
    int record = (int) step.snapshot().progress().records();
    OutcomeMembers.writeOutcome(out, step.outcome(), record, number -> number);
    return out.close().toString();
  }

  private void writeStep(JsonWriter out, int line, Instant at, Step step) {
    while (records.size() < step.snapshot().progress().records()) {
      records.add(line);
    }
    writeHead(out, line, at);
    OutcomeMembers.writeCause(out.key("in"), step.cause());
    OutcomeMembers.writeOutcome(out, step.outcome(), line, this::lineOf);
  }

  /**
   * Formats a step with the effect of each rule on it: {@code layer} that decided, {@code asked}
   * and {@code change}.
   */
  public String explained(int line, Instant at, ExplainedStep explained) {
    JsonWriter out = new JsonWriter();
    writeStep(out, line, at, explained.step());
    ExplainedJson.writeExplained(out, explained);
    return out.close().toString();
  }

  /** Formats the first line of an instance that was loaded from a store. */
  public String resumed(Instant at, List<String> configuration) {
    return begin(0, at, "resume", true, "started", configuration).close().toString();
  }

  /** Formats the line that ends an {@code advance}, after those of the timers that fired. */
  public String advanced(int line, Instant at, Duration by, List<String> configuration) {
    String duration = DurationFormat.format(by);
    return begin(line, at, "advance", duration, "advanced", configuration).close().toString();
  }

  /** Formats the line for a description of the session. */
  public String meta(int line, Instant at, List<String> configuration) {
    return begin(line, at, "type", "meta", "recorded", configuration).close().toString();
  }

  /** Formats the line for a line that was not understood. */
  public String unreadable(int line, Instant at, Problem problem, List<String> configuration) {
    JsonWriter out = new JsonWriter();
    writeHead(out, line, at);
    out.key("in").open().close();
    writeOutcome(out, "unreadable", configuration).put("code", problem.code());
    out.put("place", problem.place().toString());
    return out.put("message", problem.message() + "; " + problem.fix()).close().toString();
  }

  /** Formats the answer to {@code enabled}. */
  public String enabled(
      int line, Instant at, List<PossibleInput> answers, List<String> configuration) {
    JsonWriter out = begin(line, at, "query", "enabled", "answered", configuration);
    out.key("answer").openList();
    for (PossibleInput answer : answers) {
      out.open();
      OutcomeMembers.writeRequest(out, answer.input());
      out.put("outcome", answer.outcome().kind());
      out.put("to", answer.outcome().configuration());
      TraceJson.writeRules(out, answer.outcome().trace());
      OutcomeMembers.writeDetails(out, answer.outcome());
      out.close();
    }
    return out.closeList().close().toString();
  }

  /** Formats the answer to {@code can}: the outcome that the input would have; no state changed. */
  public String can(int line, Instant at, Input about, Outcome would, List<String> configuration) {
    JsonWriter out = new JsonWriter();
    writeHead(out, line, at);
    out.key("in").open().put("query", "can");
    OutcomeMembers.writeRequest(out, about);
    out.close();
    OutcomeMembers.writePreview(out, would, configuration, line, this::lineOf);
    return out.close().toString();
  }

  /** Formats the answer to {@code progress}. */
  public String progress(
      int line, Instant at, Map<String, ?> counters, List<String> configuration) {
    JsonWriter out = begin(line, at, "query", "progress", "answered", configuration);
    return out.put("answer", counters).close().toString();
  }

  /** Formats the answer to {@code phases}. */
  public String phases(int line, Instant at, Map<String, ?> phases, List<String> configuration) {
    JsonWriter out = begin(line, at, "query", "phases", "answered", configuration);
    return out.put("answer", phases).close().toString();
  }

  /** Formats the answer to {@code stuck}. */
  public String stuck(int line, Instant at, StuckStatus stuck, List<String> configuration) {
    JsonWriter out = begin(line, at, "query", "stuck", "answered", configuration);
    out.key("answer").open().put("stuck", stuck.isStuck());
    ReportedFinding decisive = stuck.decisive();
    if (decisive != null) {
      out.put("pattern", decisive.finding().pattern()).put("level", decisive.finding().level());
      out.put("reason", decisive.finding().reason());
    }
    TraceJson.writeFindings(out, stuck.findings(), line, this::lineOf);
    return out.close().close().toString();
  }

  /** Formats the last line: the final configuration of the instance. */
  public String end(Snapshot snapshot, Map<String, ?> progress) {
    JsonWriter out = new JsonWriter();
    out.open().key("final").open();
    out.put("configuration", snapshot.configuration()).put("done", snapshot.isDone());
    out.put("data", snapshot.data()).putIfAny("output", snapshot.output());
    out.put("progress", progress);
    out.put("chart", snapshot.chart().name()).put("version", snapshot.chart().version());
    out.put("revision", snapshot.chart().revision());
    return out.close().close().toString();
  }

  /** Begins a line without a step, whose {@code in} has one member. */
  private JsonWriter begin(
      int line, Instant at, String key, Object value, String outcome, List<String> configuration) {
    JsonWriter out = new JsonWriter();
    writeHead(out, line, at);
    out.key("in").open().put(key, value).close();
    return writeOutcome(out, outcome, configuration);
  }

  private void writeHead(JsonWriter out, int line, Instant at) {
    out.open().put("seq", seq++).put("line", line).put("at", at);
  }

  private static JsonWriter writeOutcome(
      JsonWriter out, String outcome, List<String> configuration) {
    return out.put("outcome", outcome).put("configuration", configuration);
  }

  private long lineOf(long record) {
    return record >= 1 && record <= records.size() ? records.get((int) record - 1) : record;
  }

  /** Formats a session of {@code scan}. */
  public static String session(ScannedSession session) {
    return ScanJson.session(session);
  }

  /** Formats the last line of {@code scan}. */
  public static String total(List<ScannedSession> sessions) {
    return ScanJson.total(sessions);
  }
}
