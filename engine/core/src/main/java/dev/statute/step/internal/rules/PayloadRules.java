package dev.statute.step.internal.rules;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.EventDefinition;
import dev.statute.chart.FieldType;
import dev.statute.chart.TimerDefinition;
import dev.statute.chart.ValueDefinition;
import dev.statute.chart.check.FieldTypes;
import dev.statute.chart.internal.StateContents;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Check of the payloads of raised events against their declarations, as far as known: C332. */
final class PayloadRules {
  private final ProblemCollector problems;

  private PayloadRules(ProblemCollector problems) {
    this.problems = problems;
  }

  static void check(StateContents parts, ProblemCollector problems) {
    Map<String, EventDefinition> declared = parts.chart().events();
    if (declared == null) {
      return;
    }
    PayloadRules rules = new PayloadRules(problems);
    for (ActionDefinition action : parts.actions()) {
      if (action instanceof ActionDefinition.Raise raise) {
        rules.check(raise.event(), raise.data(), declared.get(raise.event().value()));
      } else if (action instanceof ActionDefinition.Send send && send.to() == null) {
        rules.check(send.event(), send.data(), declared.get(send.event().value()));
      }
    }
    parts
        .chart()
        .timers()
        .values()
        .forEach(
            timer -> {
              SourceText event = timer.send();
              if (event != null) {
                rules.check(event, data(timer), declared.get(event.value()));
              }
            });
  }

  /** Returns the payload of a timer's event; with several instants it contains their index. */
  private static @Nullable ValueDefinition data(TimerDefinition timer) {
    boolean isExpression = timer.data() instanceof ValueDefinition.Expr;
    if (timer.after().size() < 2 || isExpression) {
      return timer.data();
    }
    Map<String, ValueDefinition> data = new LinkedHashMap<>();
    if (timer.data() instanceof ValueDefinition.MapOf map) {
      data.putAll(map.members());
    }
    data.put("n", new ValueDefinition.Literal(1L));
    return new ValueDefinition.MapOf(data);
  }

  private void check(
      SourceText at, @Nullable ValueDefinition data, @Nullable EventDefinition declaration) {
    if (declaration == null || data instanceof ValueDefinition.Expr) {
      return;
    }
    boolean none = data == null || data.equals(new ValueDefinition.Literal(null));
    if (!none && !(data instanceof ValueDefinition.MapOf)) {
      report(at, declaration, "the data of event '" + at + "' is a map of its fields");
      return;
    }
    Map<String, ValueDefinition> given =
        data instanceof ValueDefinition.MapOf map ? map.members() : Map.of();
    List<String> missing = new ArrayList<>();
    declaration
        .payload()
        .forEach(
            (field, type) -> {
              ValueDefinition value = given.get(field);
              if (value == null && !type.optional()) {
                missing.add(field);
              } else if (value instanceof ValueDefinition.Literal literal) {
                checkLiteral(at, field, type, literal);
              }
            });
    if (!missing.isEmpty()) {
      report(at, declaration, "event '" + at + "' lacks " + String.join(", ", missing));
    }
    for (String field : given.keySet()) {
      if (!declaration.open() && !declaration.payload().containsKey(field)) {
        report(at, declaration, "event '" + at + "' has no field '" + field + "'");
      }
    }
  }

  private void checkLiteral(
      SourceText at, String field, FieldType type, ValueDefinition.Literal literal) {
    if (FieldTypes.mismatch(type, literal.value()) != null) {
      problems.error(
          "C332",
          at,
          "field '" + field + "' of event '" + at + "' is " + literal.value(),
          "it is declared " + FieldTypes.describe(type));
    }
  }

  /** Reports a payload, with its declaration as the fix. */
  private void report(SourceText at, EventDefinition declaration, String message) {
    List<String> fields = new ArrayList<>();
    declaration.payload().forEach((name, type) -> fields.add(name + ": " + type.text()));
    problems.error(
        "C332",
        at,
        message,
        "it is declared { "
            + String.join(", ", fields)
            + " } at "
            + declaration.name().place().relativeTo(at.place()));
  }
}
