package dev.statute.session;

import dev.statute.json.InputLine;
import dev.statute.json.InputLines;
import dev.statute.problem.Loaded;
import dev.statute.problem.Place;
import dev.statute.problem.Source;
import dev.statute.session.internal.InlineYaml;
import dev.statute.session.internal.ObservedLines;
import dev.statute.session.internal.TestFileText;
import dev.statute.step.ExplainedStep;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One instance for interactive simulation: inputs can be undone, and the session becomes a test
 * that expects the observed results. Confined to one thread.
 */
public final class SimulatedInstance {
  private final Interpreter interpreter;
  private final List<String> at;
  private final Map<String, ?> data;
  private final ObservedLines observed = new ObservedLines();
  private final ChartSession session;
  private final List<Played> played = new ArrayList<>();
  private int lines;

  /** Handled input with its observed result and the state of the session before it. */
  private record Played(
      Map<String, ?> line, Map<String, Object> expect, ChartSession.Moment before) {}

  private SimulatedInstance(
      Interpreter interpreter, List<String> at, Map<String, ?> data, SessionListener listener) {
    this.interpreter = interpreter;
    this.at = List.copyOf(at);
    this.data = data;
    session =
        ChartSession.start(
            interpreter,
            StartOptions.of(interpreter.chart(), at, data, Instant.EPOCH),
            SessionListener.all(observed.listener(), listener));
  }

  /**
   * Starts a simulation.
   *
   * @param at active states at the start; empty: the chart's initial states
   * @param data merged over the chart's initial data, item by item
   * @param listener listener of the session
   */
  public static SimulatedInstance start(
      Interpreter interpreter, List<String> at, Map<String, ?> data, SessionListener listener) {
    return new SimulatedInstance(interpreter, at, data, listener);
  }

  /** Session of the simulated instance. */
  public ChartSession session() {
    return session;
  }

  /** Handles a line with the keys of input lines; false if it is not understood. */
  public boolean play(Map<String, ?> line) {
    InputLine input = InputLines.parse(++lines, line, key -> new Place("input", lines, 1));
    ChartSession.Moment before = session.moment();
    observed.next();
    session.play(input);
    if (input instanceof InputLine.Submit || input instanceof InputLine.Advance) {
      played.add(new Played(line, seen(before), before));
    }
    return !(input instanceof InputLine.Unreadable);
  }

  /** Explains the outcome that an input would have now; no state changes. */
  public ExplainedStep why(Input input) {
    return interpreter.withExplanations().can(session.snapshot(), input, session.now());
  }

  /** Undoes the last input; false if there is none. */
  public boolean undo() {
    if (played.isEmpty()) {
      return false;
    }
    session.back(played.remove(played.size() - 1).before());
    return true;
  }

  /** Number of handled inputs that were not undone. */
  public int played() {
    return played.size();
  }

  private Map<String, Object> seen(ChartSession.Moment before) {
    Map<String, Object> all = observed.together(session);
    Map<String, Object> expect = new LinkedHashMap<>();
    String outcome = String.valueOf(all.get("outcome"));
    expect.put("outcome", outcome);
    if (!before.snapshot().configuration().equals(all.get("to")) || outcome.equals("taken")) {
      expect.put("to", all.get("to"));
    }
    if (all.get("code") != null) {
      expect.put("code", all.get("code"));
    }
    if (outcome.equals("denied") && all.get("rule") instanceof Collection<?> rules) {
      rules.stream().findFirst().ifPresent(rule -> expect.put("rule", rule));
    }
    if (all.get("findings") instanceof List<?> findings && !findings.isEmpty()) {
      expect.put("findings", findings.stream().map(SimulatedInstance::finding).toList());
    }
    return expect;
  }

  private static Map<String, Object> finding(Object finding) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (String key : List.of("pattern", "level")) {
      map.put(key, ((Map<?, ?>) finding).get(key));
    }
    return map;
  }

  /**
   * Creates the text of a test file with the session as a test, see {@link #asTest}.
   *
   * @param before file that the test is appended to; null for a new file
   * @param tested chart that the file names as tested
   */
  public Loaded<String> testFile(
      @Nullable Source before, String tested, String name, Map<String, String> set) {
    List<String> test = asTest(name, set);
    return before == null
        ? new Loaded<>(TestFileText.of(tested, test), List.of())
        : TestFileText.append(before, tested, test);
  }

  /**
   * Formats the session as a member of {@code tests:}, line by line, not indented.
   *
   * @param set settings of the session, as text
   */
  public List<String> asTest(String name, Map<String, String> set) {
    List<String> lines = new ArrayList<>();
    lines.add("- name: " + InlineYaml.of(name));
    if (!at.isEmpty()) {
      lines.add("  at: " + InlineYaml.of(at));
    }
    if (!set.isEmpty()) {
      List<String> settings = new ArrayList<>();
      set.forEach(
          (key, text) -> {
            Object value = interpreter.chart().settings().all().get(key);
            settings.add(key + ": " + (value instanceof String ? InlineYaml.of(value) : text));
          });
      lines.add("  set: { " + String.join(", ", settings) + " }");
    }
    if (!data.isEmpty()) {
      lines.add("  data: " + InlineYaml.of(data));
    }
    lines.add("  steps:");
    for (Played each : played) {
      Map<String, Object> step = new LinkedHashMap<>(each.line());
      step.put("expect", each.expect());
      lines.add("    - " + InlineYaml.of(step));
    }
    return lines;
  }
}
