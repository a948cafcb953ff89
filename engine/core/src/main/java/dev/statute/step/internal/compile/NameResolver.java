package dev.statute.step.internal.compile;

import dev.statute.chart.ChartIndex;
import dev.statute.chart.StateDefinition;
import dev.statute.chart.internal.StateContents;
import dev.statute.expr.internal.check.TypeEnvironment;
import dev.statute.problem.Place;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.problem.SpellingSuggestion;
import dev.statute.step.internal.scope.VariableSlots;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Resolution of names. Reports unknown ones: C201 states, C203 timers, C205 sends; duplicate state
 * ids: C202; and variables that hide others: C206.
 */
final class NameResolver {
  private final ChartIndex index;
  private final ProblemCollector problems;
  private final List<String> timers;
  private final Set<String> sendIds;

  NameResolver(StateContents parts, ProblemCollector problems) {
    this.index = parts.index();
    this.problems = problems;
    timers = List.copyOf(parts.chart().timers().keySet());
    sendIds = SendIds.of(parts);
  }

  /** Returns the number of a state, or -1 after reporting that it is unknown. */
  int state(SourceText name) {
    int number = index.resolve(name.value());
    if (number < 0) {
      reportUnknown(
          "C201", name, "no state is called '" + name + "'", index.ids(), this::stateLocation);
    }
    return number;
  }

  /**
   * Returns the number of a state in {@code from} and {@code in}, where {@code any} is the root.
   */
  int stateOrAny(SourceText name) {
    return name.value().equals("any") && index.resolve("any") < 0 ? 0 : state(name);
  }

  /** Returns the numbers of the known states. */
  int[] states(List<SourceText> names) {
    return names.stream().mapToInt(this::state).filter(number -> number >= 0).toArray();
  }

  int timer(SourceText name) {
    int number = timers.indexOf(name.value());
    if (number < 0) {
      reportUnknown("C203", name, "no timer is called '" + name + "'", timers, timer -> null);
    }
    return number;
  }

  void checkSendId(SourceText id) {
    if (!sendIds.contains(id.value())) {
      reportUnknown("C205", id, "nothing is sent with the id '" + id + "'", sendIds, send -> null);
    }
  }

  /**
   * Reports C206: a variable of an {@code each} that would hide a variable of all expressions, or
   * another one.
   */
  void checkVariable(SourceText name, TypeEnvironment env, @Nullable SourceText other) {
    TypeEnvironment.Variable hidden = env.variable(name.value());
    boolean hidesSame = other != null && other.value().equals(name.value());
    if (hidesSame || (hidden != null && hidden.slot() < VariableSlots.FIRST_FREE)) {
      problems.error(
          "C206",
          name,
          hidesSame
              ? "'" + name + "' is the item already"
              : "'" + name + "' already means something in every expression",
          "give it another name");
    }
  }

  private @Nullable Place stateLocation(String id) {
    StateDefinition state = index.state(id);
    return state == null ? null : state.id().place();
  }

  private void reportUnknown(
      String code,
      SourceText name,
      String message,
      Collection<String> known,
      Function<String, @Nullable Place> declared) {
    String nearest = SpellingSuggestion.nearest(name.value(), known);
    Place at = nearest == null ? null : declared.apply(nearest);
    String where = at == null ? "" : " (declared at " + at.relativeTo(name.place()) + ")";
    String all = known.size() <= 8 ? String.join(", ", known) : "";
    String fix =
        nearest != null
            ? "did you mean '" + nearest + "'?" + where
            : all.isEmpty() ? "declare it, or name one that there is" : "there are: " + all;
    problems.error(code, name, message, fix);
  }

  /** Reports C202: two states with one id. */
  void checkUniqueStateIds() {
    Map<String, SourceText> seen = new HashMap<>();
    for (StateDefinition state : index.states().subList(1, index.size())) {
      SourceText first = seen.putIfAbsent(state.id().value(), state.id());
      if (first != null) {
        problems.error(
            "C202",
            state.id(),
            "there is another state called '"
                + state.id()
                + "' at "
                + first.place().relativeTo(state.id().place()),
            "state ids are unique in a chart; give this one another name");
      }
    }
  }
}
