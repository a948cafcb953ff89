package dev.statute.step.internal.lint;

import dev.statute.chart.EventDefinition;
import dev.statute.chart.EventDescriptor;
import dev.statute.chart.TransitionDefinition;
import dev.statute.chart.TransitionDefinition.After;
import dev.statute.chart.TransitionDefinition.Always;
import dev.statute.chart.TransitionDefinition.OnEvent;
import dev.statute.chart.internal.StateContents;
import dev.statute.expr.internal.syntax.ExpressionParser;
import dev.statute.expr.internal.syntax.SyntaxError;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lint of alternatives without a condition behind a condition that may fail, C817: one that cannot
 * be evaluated counts as false, so the alternative is taken then, too.
 */
final class FailingConditionLints {
  /** First tokens of events that the engine raises. */
  private static final Set<String> ENGINE_EVENTS = Set.of("done", "error", "stuck");

  private final StateContents parts;
  private final ProblemCollector problems;

  private FailingConditionLints(StateContents parts, ProblemCollector problems) {
    this.parts = parts;
    this.problems = problems;
  }

  static void check(StateContents parts, ProblemCollector problems) {
    FailingConditionLints lints = new FailingConditionLints(parts, problems);
    for (int state = 0; state < parts.index().size(); state++) {
      List<TransitionDefinition> all = parts.transitions(state);
      for (int later = 1; later < all.size(); later++) {
        if (StateContents.isUnconditional(all.get(later).when(), all.get(later).guard())) {
          lints.check(all.get(later), all.subList(0, later));
        }
      }
    }
  }

  private void check(TransitionDefinition other, List<TransitionDefinition> earlier) {
    for (TransitionDefinition each : earlier) {
      SourceText when = each.when();
      if (when != null && isAlternative(each, other)) {
        FailurePoint point = find(when, declaresEvents(each));
        if (point != null) {
          String place = when.place().relativeTo(other.place());
          problems.add(
              Problem.warning(
                  "C817",
                  other.place(),
                  "this is also taken if the condition at "
                      + place
                      + " cannot be evaluated: "
                      + point.reason(),
                  point.fix()));
          return;
        }
      }
    }
  }

  /** Tests for the same trigger. */
  private static boolean isAlternative(TransitionDefinition earlier, TransitionDefinition later) {
    if (earlier.trigger() instanceof OnEvent one && later.trigger() instanceof OnEvent other) {
      return texts(one).equals(texts(other));
    }
    if (earlier.trigger() instanceof After one && later.trigger() instanceof After other) {
      return one.duration().value().equals(other.duration().value());
    }
    return earlier.trigger() instanceof Always && later.trigger() instanceof Always;
  }

  private static List<String> texts(OnEvent on) {
    return on.descriptors().stream().map(SourceText::value).toList();
  }

  /**
   * Tests if the fields of the events that a transition may be about are declared, or are those of
   * the engine's own events.
   */
  private boolean declaresEvents(TransitionDefinition transition) {
    return transition.trigger() instanceof After
        || (transition.trigger() instanceof OnEvent on
            && on.descriptors().stream().map(SourceText::value).allMatch(this::isDeclared));
  }

  private boolean isDeclared(String descriptor) {
    Map<String, EventDefinition> events = parts.chart().events();
    return ENGINE_EVENTS.contains(descriptor.split("\\.", 2)[0])
        || (events != null
            && events.keySet().stream().anyMatch(name -> EventDescriptor.covers(descriptor, name)));
  }

  private static @Nullable FailurePoint find(SourceText when, boolean declared) {
    try {
      return FailurePoint.find(ExpressionParser.parse(when.value()), when.value(), declared);
    } catch (SyntaxError reported) {
      return null;
    }
  }
}
