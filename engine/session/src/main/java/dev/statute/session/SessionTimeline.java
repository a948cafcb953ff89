package dev.statute.session;

import dev.statute.json.FactText;
import dev.statute.policy.Finding;
import dev.statute.policy.Progress;
import dev.statute.policy.base.Counter;
import dev.statute.policy.spi.ProgressState;
import dev.statute.policy.spi.ProgressTracker;
import dev.statute.policy.spi.ReportedFinding;
import dev.statute.problem.VisibleText;
import dev.statute.step.Cause;
import dev.statute.step.Input;
import dev.statute.step.RankedVerdict;
import dev.statute.step.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Timeline of a session: its records in short, and the findings. Confined to one thread. */
public final class SessionTimeline implements SessionListener {
  private static final int SHORT = 240;
  private static final String NOTHING = "nothing";
  private final @Nullable ProgressTracker tracker;
  private final boolean keepsEntries;
  private final List<TimelineEntry> entries = new ArrayList<>();
  private final List<FindingMark> findings = new ArrayList<>();

  /** Input lines by the tracker's record numbers, from 1 on. */
  private final List<Integer> lines = new ArrayList<>();

  private final CostTotals totals = new CostTotals();

  /** Numbers of the records from the first evidence of a finding to the finding. */
  private final BitSet inLoops = new BitSet();

  private long callsWithoutGain;
  private long actions;
  private int callsAfterFinding;
  private int wastedCalls;

  /**
   * Creates a timeline.
   *
   * @param tracker of the chart that the session is played with; null = without entries, which keep
   *     a part of the text of each record
   */
  public SessionTimeline(@Nullable ProgressTracker tracker) {
    this(tracker, tracker != null);
  }

  private SessionTimeline(@Nullable ProgressTracker tracker, boolean keepsEntries) {
    this.tracker = tracker;
    this.keepsEntries = keepsEntries;
  }

  /**
   * Creates a timeline that counts the calls after a finding, without entries: of a long session,
   * whose records need not be shown.
   */
  public static SessionTimeline withoutEntries(ProgressTracker tracker) {
    return new SessionTimeline(tracker, false);
  }

  /**
   * Cost of a part of a session. An amount that the log does not have is 0.
   *
   * @param money in the currency of the log, which is US dollars in those of agent programs
   */
  public record LoopCost(long calls, double tokens, double money, Duration time) {
    public static final LoopCost NONE = new LoopCost(0, 0, 0, Duration.ZERO);

    /** Returns the sum. */
    public LoopCost plus(LoopCost other) {
      return new LoopCost(
          calls + other.calls, tokens + other.tokens, money + other.money, time.plus(other.time));
    }

    /** Returns the difference, at least 0, as a log's totals may begin anew. */
    LoopCost minus(LoopCost other) {
      Duration rest = time.minus(other.time);
      return new LoopCost(
          Math.max(0, calls - other.calls),
          Math.max(0, tokens - other.tokens),
          Math.max(0, money - other.money),
          rest.isNegative() ? Duration.ZERO : rest);
    }

    /** Known amounts by name, as in JSON. */
    public Map<String, Number> amounts() {
      Map<String, Number> amounts = new LinkedHashMap<>();
      amounts.put("calls", calls);
      if (tokens > 0) {
        amounts.put("tokens", Math.round(tokens));
      }
      if (money > 0) {
        amounts.put("cost", Math.round(money * 1e6) / 1e6);
      }
      if (!time.isZero()) {
        amounts.put("ms", time.toMillis());
      }
      return amounts;
    }
  }

  /**
   * Input line with a record.
   *
   * @param effect the kind of work, for a tool call that counts; else empty
   * @param value {@code gain} for a new result or a change, {@code nothing} for no new result,
   *     {@code neutral} for what is not counted or waits
   */
  public record TimelineEntry(
      int line,
      String type,
      String tool,
      String effect,
      boolean failed,
      String value,
      String summary,
      String result) {
    /** Tests for a tool call. */
    public boolean isCall() {
      return type.equals("tool_call");
    }
  }

  /**
   * Finding.
   *
   * @param evidence the lines of the records that are its evidence, ascending
   * @param facts matched facts, as text
   * @param spent cost from the first line of the evidence to the finding
   * @param total cost of the session up to the finding
   */
  public record FindingMark(
      int line,
      String pattern,
      String level,
      int count,
      String reason,
      String identity,
      String rule,
      String place,
      List<Integer> evidence,
      List<String> facts,
      LoopCost spent,
      LoopCost total) {}

  @Override
  public void step(int line, Instant at, Step step) {
    ProgressState progress = step.snapshot().progress();
    if (step.cause() instanceof Cause.External asked
        && asked.input() instanceof Input.Report report
        && progress.records() > lines.size()) {
      lines.add(line);
      totals.add(report.fields(), at);
      if (tracker != null && (keepsEntries || !findings.isEmpty())) {
        addRecord(line, report.fields(), tracker.progress(progress));
      }
    }
    List<ReportedFinding> reported = step.outcome().trace().findings();
    if (tracker != null && findings.isEmpty() && !reported.isEmpty()) {
      note(tracker.progress(progress));
    }
    for (ReportedFinding found : reported) {
      addFinding(line, found, step.outcome().trace().verdicts());
    }
  }

  /** Keeps what the next record is compared with. */
  private void note(Progress progress) {
    actions = progress.get(Counter.CALLS_SINCE_USER);
    callsWithoutGain = progress.sinceGain();
  }

  private void addRecord(int line, Map<String, ?> fields, Progress progress) {
    String type = text(fields, "type");
    boolean call = type.equals("tool_call");
    boolean counts = call && progress.get(Counter.CALLS_SINCE_USER) != actions;
    boolean nothing = counts && progress.sinceGain() > callsWithoutGain;
    boolean gain = counts && progress.sinceGain() == 0 && !waitText(progress.effect());
    note(progress);
    if (call && !findings.isEmpty() && line > findings.get(0).line()) {
      callsAfterFinding++;
      wastedCalls += nothing ? 1 : 0;
    }
    if (!keepsEntries) {
      return;
    }
    entries.add(
        new TimelineEntry(
            line,
            type,
            text(fields, "tool"),
            counts ? progress.effect() : "",
            call && !progress.error().isEmpty() && counts,
            nothing ? NOTHING : gain ? "gain" : "neutral",
            summarize(fields),
            VisibleText.oneLine(resultText(fields), SHORT)));
  }

  private static boolean waitText(String effect) {
    return effect.equals("POLL") || effect.equals("CLOCK");
  }

  private static String text(Map<String, ?> fields, String name) {
    Object value = fields.get(name);
    return value == null ? "" : String.valueOf(value);
  }

  private static String summarize(Map<String, ?> fields) {
    for (String name : List.of("command", "args", "file", "text", "description", "action_key")) {
      Object value = fields.get(name);
      String preview = value instanceof Map<?, ?> map ? listText(map) : text(fields, name);
      if (!preview.isBlank()) {
        return VisibleText.oneLine(preview, SHORT);
      }
    }
    return "";
  }

  private static String listText(Map<?, ?> map) {
    List<String> given = new ArrayList<>();
    map.forEach((name, value) -> given.add(name + ": " + value));
    return String.join(", ", given);
  }

  private static String resultText(Map<String, ?> fields) {
    String error = text(fields, "error");
    String output = error.isEmpty() ? text(fields, "output") : error;
    return output.isEmpty() ? text(fields, "result_key") : output;
  }

  private void addFinding(int line, ReportedFinding found, List<RankedVerdict> why) {
    Finding finding = found.finding();
    List<String> facts = new ArrayList<>();
    for (RankedVerdict weighed : why) {
      if (weighed.ruling().verdict() instanceof Finding other
          && weighed.ruling().rule().equals(found.rule())
          && other.identity().equals(finding.identity())) {
        weighed.ruling().facts().stream().map(SessionTimeline::factsText).forEach(facts::add);
      }
    }
    List<Integer> evidence = new ArrayList<>();
    int first = lines.size();
    for (long record : found.evidence()) {
      if (record >= 1 && record <= lines.size()) {
        evidence.add(lines.get((int) record - 1));
        first = Math.min(first, (int) record);
      }
    }
    inLoops.set(first, lines.size() + 1);
    facts.removeIf(String::isEmpty);
    findings.add(
        new FindingMark(
            line,
            finding.pattern(),
            finding.level(),
            finding.count(),
            finding.reason(),
            finding.identity(),
            found.rule(),
            found.place() == null ? "" : String.valueOf(found.place()),
            List.copyOf(evidence),
            List.copyOf(facts),
            totals.between(first, lines.size()),
            totals.last()));
  }

  /** Describes a fact; of the counters, those of repetition that are not 0. */
  private static String factsText(Object fact) {
    if (!(fact instanceof Progress progress)) {
      return fact instanceof java.lang.Record ? FactText.of(fact) : "";
    }
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("tool", progress.tool());
    shown.put("effect", progress.effect());
    shown.put("errorClass", progress.errorClass());
    for (Counter counter : Counter.values()) {
      if (counter.compareTo(Counter.SINCE_NEW) >= 0 && progress.get(counter) != 0) {
        shown.put(counter.text(), progress.get(counter));
      }
    }
    shown.values().removeIf(value -> value.equals(""));
    StringJoiner fields = new StringJoiner(", ", "Progress(", ")");
    shown.forEach((name, value) -> fields.add(name + " " + value));
    return fields.toString();
  }

  /** Records so far, in order; none without a tracker. */
  public List<TimelineEntry> entries() {
    return entries;
  }

  /** Findings so far, in order. */
  public List<FindingMark> findings() {
    return findings;
  }

  /**
   * Returns the record of a line that is evidence.
   *
   * @throws IllegalArgumentException if the line is no record
   */
  public TimelineEntry entryAt(int line) {
    for (TimelineEntry beat : entries) {
      if (beat.line() == line) {
        return beat;
      }
    }
    throw new IllegalArgumentException("no record at line " + line);
  }

  /** Number of calls after the line of the first finding; 0 without a finding. */
  public int callsAfterFinding() {
    return callsAfterFinding;
  }

  /** Number of these calls without a new result. */
  public int wastedCalls() {
    return wastedCalls;
  }

  /** Cost of all loops, each from the first line of its evidence to its last finding. */
  public LoopCost loopCost() {
    LoopCost cost = LoopCost.NONE;
    for (int from = inLoops.nextSetBit(1); from > 0; from = inLoops.nextSetBit(from)) {
      int next = inLoops.nextClearBit(from);
      cost = cost.plus(totals.between(from, next - 1));
      from = next;
    }
    return cost;
  }

  /** Cost after a finding, which an end of the session there would have saved. */
  public LoopCost costAfter(FindingMark mark) {
    return totals.last().minus(mark.total());
  }
}
