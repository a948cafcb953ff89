package dev.statute.session.internal;

import dev.statute.analysis.ExamplePath;
import dev.statute.analysis.ExamplePath.ExampleStep;
import dev.statute.chart.EventDefinition;
import dev.statute.chart.ReservedEvents;
import dev.statute.expr.DurationFormat;
import dev.statute.json.InputLine;
import dev.statute.json.InputLines;
import dev.statute.policy.spi.Pack;
import dev.statute.problem.Place;
import dev.statute.problem.Source;
import dev.statute.step.Interpreter;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Formatter of a path as a test that can be pasted under {@code tests:}. It simulates the path with
 * payloads that may meet the path's assumptions, and notes the first step that needs other data
 * from a person. Confined to one thread.
 */
public final class PathToTest {
  private static final Place NOWHERE = new Place("route", 1, 1);
  private final Interpreter interpreter;
  private final List<String> steps = new ArrayList<>();
  private Instant now = Instant.EPOCH;
  private @Nullable Snapshot at;

  private final String rules;

  private PathToTest(Interpreter interpreter, String rules) {
    this.interpreter = interpreter;
    this.rules = rules;
  }

  /**
   * Formats the lines of the test, indented as a member of {@code tests:}.
   *
   * @param packs the rules that judge the chart
   */
  public static List<String> lines(
      String name, ExamplePath route, Interpreter interpreter, List<Pack> packs) {
    String rules =
        packs.stream()
            .flatMap(pack -> pack.files().stream())
            .map(Source::content)
            .collect(Collectors.joining("\n"));
    PathToTest test = new PathToTest(interpreter, rules);
    Step start = interpreter.start(interpreter.chart().name(), Map.of(), test.now);
    if (start.snapshot().exists()) {
      List<Step> settled = interpreter.runToCompletion(start, test.now);
      test.at = settled.get(settled.size() - 1).snapshot();
    }
    List<ExampleStep> legs = route.steps();
    legs.subList(1, legs.size()).forEach(test::leg);
    List<String> lines = new ArrayList<>();
    lines.add("  - name: " + InlineYaml.of(name));
    lines.add("    steps:" + (test.steps.isEmpty() ? " []   # where it begins" : ""));
    lines.addAll(test.steps);
    return lines;
  }

  private void leg(ExampleStep leg) {
    Map<String, Object> line = null;
    boolean broken = at == null;
    for (Map<String, Object> candidate : candidates(leg)) {
      line = line == null ? candidate : line;
      Snapshot after = broken ? null : played(candidate);
      if (after != null && after.configuration().equals(leg.configuration())) {
        line = candidate;
        at = after;
        step(candidate, leg, "");
        return;
      }
    }
    at = null;
    String reserved = leg.event();
    if (reserved != null && reserved.startsWith("stuck.")) {
      steps.add("      # here records are needed on which a rule reports " + reserved.substring(6));
      return;
    }
    String needs =
        leg.assumptions().isEmpty() ? "" : "needs " + String.join(", ", leg.assumptions()).strip();
    String why = broken ? needs : needs.isEmpty() ? "is not reached by this alone" : needs;
    step(line == null ? Map.of("event", leg.input()) : line, leg, why);
  }

  private void step(Map<String, Object> line, ExampleStep leg, String comment) {
    Map<String, Object> all = new LinkedHashMap<>(line);
    all.put("expect", Map.of("to", leg.configuration()));
    String remark = comment.isEmpty() ? "" : "   # " + comment.replaceAll("\\s+", " ");
    steps.add("      - " + InlineYaml.of(all) + remark);
  }

  private List<Map<String, Object>> candidates(ExampleStep leg) {
    List<Map<String, Object>> all = new ArrayList<>();
    String event = leg.event();
    String move = leg.move();
    if (event != null) {
      event(event, leg, all);
    } else if (move != null) {
      all.add(Map.of("move", move));
    } else if (leg.isTime()) {
      all.add(Map.of("advance", wait(at)));
    }
    return all;
  }

  private void event(String event, ExampleStep leg, List<Map<String, Object>> all) {
    String name = event.startsWith("(") ? "anything" : event;
    if (event.startsWith("record.")) {
      all.add(record(event.substring("record.".length())));
      return;
    }
    Map<String, EventDefinition> declared = interpreter.chart().definition().events();
    EventDefinition definition = declared == null ? null : declared.get(name);
    for (Map<String, Object> payload : PayloadCandidates.of(definition, leg.assumptions(), rules)) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("event", name);
      if (!payload.isEmpty()) {
        line.put("data", payload);
      }
      all.add(line);
    }
    if (!ReservedEvents.isReserved(name) && at != null && at.due() != null) {
      all.add(Map.of("advance", wait(at)));
    }
  }

  private static Map<String, Object> record(String type) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("type", type);
    switch (type) {
      case "tool_call" -> line.put("tool", "tool");
      case "message" -> line.put("text", "text");
      case "test" -> line.put("passed", true);
      case "phase" -> line.put("number", 1L);
      default -> {}
    }
    return line;
  }

  /** Duration until something is due. */
  private String wait(@Nullable Snapshot snapshot) {
    Instant due = snapshot == null ? null : snapshot.due();
    return due == null ? "1d" : DurationFormat.format(Duration.between(now, due));
  }

  /** Result of the line, or null if it changes nothing. */
  private @Nullable Snapshot played(Map<String, Object> line) {
    InputLine input = InputLines.parse(1, line, key -> NOWHERE);
    Snapshot before = Objects.requireNonNull(at);
    List<Step> steps = List.of();
    if (input instanceof InputLine.Submit given) {
      steps = interpreter.handle(before, given.input(), now);
    } else if (input instanceof InputLine.Advance advance) {
      now = now.plus(advance.by());
      steps = interpreter.fireDue(before, now);
    }
    return steps.isEmpty() ? null : steps.get(steps.size() - 1).snapshot();
  }
}
