package dev.statute.cli.internal.decision;

import dev.statute.cli.internal.input.InputDescription;
import dev.statute.policy.Finding;
import dev.statute.policy.spi.ReportedFinding;
import dev.statute.policy.spi.RuleVerdict;
import dev.statute.step.Outcome;
import dev.statute.step.RankedVerdict;
import dev.statute.step.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Result of a step for comparison; the deciding rules and their reasons are shown and not compared.
 *
 * @param rules deciding rules, and findings with their level
 * @param reasons readable text: a reason, a message or empty
 */
record DecisionSummary(
    String input,
    String kind,
    List<String> from,
    List<String> to,
    @Nullable String code,
    Set<String> rules,
    Set<String> findings,
    String reasons) {

  /** Tests for the same decision; from different states the targets may differ. */
  boolean matches(DecisionSummary other) {
    return kind.equals(other.kind)
        && (to.equals(other.to) || !from.equals(other.from))
        && String.valueOf(code).equals(String.valueOf(other.code))
        && findings.equals(other.findings);
  }

  static DecisionSummary of(Step step) {
    Outcome outcome = step.outcome();
    Set<String> rules = new LinkedHashSet<>();
    String message = outcome instanceof Outcome.Blocked ? null : outcome.message();
    String text = message == null ? "" : message;
    for (RankedVerdict weighed : outcome.trace().verdicts()) {
      RuleVerdict ruling = weighed.ruling();
      if (weighed.decisive() && !(ruling.verdict() instanceof Finding)) {
        rules.add(ruling.rule());
        text = text.isEmpty() ? ruling.verdict().reason() : text;
      }
    }
    Set<String> findings = new LinkedHashSet<>();
    for (ReportedFinding found : outcome.trace().findings()) {
      findings.add(found.finding().pattern() + " " + found.finding().level());
      rules.add(found.rule());
      text = text.isEmpty() ? found.finding().reason() : text;
    }
    return new DecisionSummary(
        InputDescription.describe(step.cause()),
        outcome.kind(),
        outcome.from(),
        outcome.configuration(),
        outcome.code(),
        rules,
        findings,
        text);
  }

  /** Creates the summary of a decision log's line. */
  static DecisionSummary of(Map<String, ?> line) {
    Set<String> rules = new LinkedHashSet<>();
    String text = asText(line, "message");
    for (Map<?, ?> each : maps(line.get("why"))) {
      if (Boolean.TRUE.equals(each.get("decisive")) && !"finding".equals(each.get("verdict"))) {
        rules.add(String.valueOf(each.get("rule")));
        text = text.isEmpty() ? String.valueOf(each.get("reason")) : text;
      }
    }
    Set<String> findings = new LinkedHashSet<>();
    for (Map<?, ?> each : maps(line.get("findings"))) {
      findings.add(each.get("pattern") + " " + each.get("level"));
      rules.add(String.valueOf(each.get("rule")));
      text = text.isEmpty() ? String.valueOf(each.get("reason")) : text;
    }
    Object code = line.get("code");
    return new DecisionSummary(
        input(line.get("in")),
        asText(line, "outcome"),
        texts(line.get("from")),
        texts(line.get("to")),
        code == null ? null : String.valueOf(code),
        rules,
        findings,
        text);
  }

  private static String input(@Nullable Object in) {
    if (in instanceof Map<?, ?> map) {
      for (String key : List.of("event", "timer", "sent", "type")) {
        if (map.get(key) != null) {
          return String.valueOf(map.get(key));
        }
      }
      return map.get("move") != null ? "move to " + map.get("move") : "start";
    }
    return "";
  }

  private static String asText(Map<String, ?> line, String key) {
    Object value = line.get(key);
    return value == null ? "" : String.valueOf(value);
  }

  /** Returns the maps of a list of a log; none of another value. */
  static List<Map<?, ?>> maps(@Nullable Object value) {
    List<Map<?, ?>> maps = new ArrayList<>();
    if (value instanceof List<?> list) {
      for (Object each : list) {
        if (each instanceof Map<?, ?> map) {
          maps.add(map);
        }
      }
    }
    return maps;
  }

  /** Returns the members of a list of a log as texts; none of another value. */
  static List<String> texts(@Nullable Object value) {
    return value instanceof List<?> list ? list.stream().map(String::valueOf).toList() : List.of();
  }

  /** Outcome and distinguishing details in a few words. */
  String brief() {
    StringJoiner words = new StringJoiner(", ");
    String moved = from.equals(to) ? "" : " → " + String.join(", ", to);
    words.add(kind + (code == null ? "" : " " + code) + moved);
    findings.forEach(words::add);
    return words.toString();
  }

  /** Deciding rules and their reasons; empty if unknown. */
  String reasonText() {
    String by = String.join(", ", rules);
    return by.isEmpty() || reasons.isEmpty() ? by + reasons : by + ": " + reasons;
  }

  Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("outcome", kind);
    members.put("from", from);
    members.put("to", to);
    if (code != null) {
      members.put("code", code);
    }
    members.put("rules", List.copyOf(rules));
    members.put("findings", List.copyOf(findings));
    members.put("why", reasons);
    return members;
  }
}
