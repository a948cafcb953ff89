package dev.statute.chart.internal;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.ChartDefinition;
import dev.statute.chart.ChartIndex;
import dev.statute.chart.InitialDefinition;
import dev.statute.chart.InvokeDefinition;
import dev.statute.chart.MoveDefinition;
import dev.statute.chart.RowDefinition;
import dev.statute.chart.StateDefinition;
import dev.statute.chart.TransitionDefinition;
import dev.statute.chart.TransitionDefinition.OnEvent;
import dev.statute.problem.SourceText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Transitions, moves and actions of a chart by state, from both forms. The transitions of a state
 * are those under {@code on}, then its table rows in file order, then eventless and timed ones.
 * Entries with unknown states are left out; other checks report them. Immutable.
 */
public final class StateContents {
  private final ChartDefinition chart;
  private final ChartIndex index;
  private final List<List<TransitionDefinition>> transitions = new ArrayList<>();
  private final List<List<MoveDefinition>> moves = new ArrayList<>();
  private final List<ActionDefinition> actions = new ArrayList<>();
  private final Map<Integer, List<TransitionDefinition>> tableTransitions = new LinkedHashMap<>();
  private final Map<Integer, List<MoveDefinition>> tableMoves = new LinkedHashMap<>();

  private StateContents(ChartDefinition chart, ChartIndex index) {
    this.chart = chart;
    this.index = index;
    indexTables();
    for (int state = 0; state < index.size(); state++) {
      transitions.add(collectTransitions(state));
      moves.add(collectMoves(state));
    }
    for (int state = 0; state < index.size(); state++) {
      collectActions(state);
    }
  }

  public static StateContents of(ChartDefinition chart) {
    return new StateContents(chart, ChartIndex.of(chart));
  }

  public static StateContents of(ChartDefinition chart, ChartIndex index) {
    return new StateContents(chart, index);
  }

  public ChartDefinition chart() {
    return chart;
  }

  public ChartIndex index() {
    return index;
  }

  /** Returns the transitions with this source, in order of evaluation. */
  public List<TransitionDefinition> transitions(int state) {
    return transitions.get(state);
  }

  /** Returns the transitions of all states, by source. */
  public List<TransitionDefinition> allTransitions() {
    return transitions.stream().flatMap(List::stream).toList();
  }

  /** Returns the descriptors of all events that transitions handle or states defer, by state. */
  public List<SourceText> descriptors() {
    List<SourceText> descriptors = new ArrayList<>();
    for (int state = 0; state < index.size(); state++) {
      for (TransitionDefinition transition : transitions(state)) {
        if (transition.trigger() instanceof OnEvent on) {
          descriptors.addAll(on.descriptors());
        }
      }
      descriptors.addAll(index.state(state).defer());
    }
    return descriptors;
  }

  /** Returns the moves with this source. */
  public List<MoveDefinition> moves(int state) {
    return moves.get(state);
  }

  /** Returns all actions of the chart, including nested ones. */
  public List<ActionDefinition> actions() {
    return actions;
  }

  /** Returns the literal names of all events that the chart raises or sends to itself. */
  public List<SourceText> raisedEvents() {
    List<SourceText> raised = new ArrayList<>();
    for (ActionDefinition action : actions) {
      if (action instanceof ActionDefinition.Raise raise) {
        raised.add(raise.event());
      } else if (action instanceof ActionDefinition.Send send
          && send.to() == null
          && !send.isComputed()) {
        raised.add(send.event());
      }
    }
    chart.timers().values().stream()
        .map(timer -> timer.send())
        .filter(Objects::nonNull)
        .forEach(raised::add);
    return raised;
  }

  /** Returns true if the chart sends itself events with computed names. */
  public boolean sendsComputedEvents() {
    return actions.stream()
        .anyMatch(
            action ->
                action instanceof ActionDefinition.Send send
                    && send.to() == null
                    && send.isComputed());
  }

  /** Returns the states named by targets; unknown ones are left out. */
  public List<Integer> resolve(List<SourceText> targets) {
    return targets.stream()
        .map(target -> index.resolve(target.value()))
        .filter(number -> number >= 0)
        .toList();
  }

  /** Returns the source of a row or move of the table form: the root for {@code any}. */
  public int resolveSource(SourceText from) {
    return from.value().equals("any") && index.number("any") < 0 ? 0 : index.resolve(from.value());
  }

  private List<TransitionDefinition> collectTransitions(int state) {
    List<TransitionDefinition> own = index.state(state).transitions();
    Predicate<TransitionDefinition> onEvent = t -> t.trigger() instanceof OnEvent;
    List<TransitionDefinition> all = new ArrayList<>(own.stream().filter(onEvent).toList());
    all.addAll(tableTransitions.getOrDefault(state, List.of()));
    own.stream().filter(onEvent.negate()).forEach(all::add);
    return all;
  }

  /** Groups both tables by source once, as a chart may have many rows and states. */
  private void indexTables() {
    for (RowDefinition row : chart.rows()) {
      row.from().stream()
          .map(this::resolveSource)
          .distinct()
          .forEach(from -> bucket(tableTransitions, from).add(row.transition()));
    }
    for (MoveDefinition move : chart.moves()) {
      if (move.from() != null) {
        bucket(tableMoves, resolveSource(move.from())).add(move);
      }
    }
  }

  private static <T> List<T> bucket(Map<Integer, List<T>> table, int source) {
    return table.computeIfAbsent(source, unused -> new ArrayList<>());
  }

  private List<MoveDefinition> collectMoves(int state) {
    List<MoveDefinition> all = new ArrayList<>(index.state(state).moves());
    all.addAll(tableMoves.getOrDefault(state, List.of()));
    return all;
  }

  private void collectActions(int number) {
    StateDefinition state = index.state(number);
    addAll(state.entry());
    addAll(state.exit());
    InitialDefinition initial = state.initial();
    if (initial != null) {
      addAll(initial.actions());
    }
    state.invokes().stream().map(InvokeDefinition::finalizing).forEach(this::addAll);
    transitions(number).stream().map(TransitionDefinition::actions).forEach(this::addAll);
    moves(number).stream().map(MoveDefinition::actions).forEach(this::addAll);
  }

  private void addAll(List<ActionDefinition> list) {
    actions.addAll(flatten(list));
  }

  /** Returns the actions with all nested ones, in document order. */
  public static List<ActionDefinition> flatten(List<ActionDefinition> list) {
    List<ActionDefinition> all = new ArrayList<>();
    for (ActionDefinition action : list) {
      all.add(action);
      if (action instanceof ActionDefinition.If choice) {
        choice.branches().forEach(branch -> all.addAll(flatten(branch.actions())));
      } else if (action instanceof ActionDefinition.Each loop) {
        all.addAll(flatten(loop.actions()));
      } else if (action instanceof ActionDefinition.Block block) {
        all.addAll(flatten(block.actions()));
      }
    }
    return all;
  }

  /** Returns true if a transition or move is always enabled. */
  public static boolean isUnconditional(@Nullable SourceText when, @Nullable SourceText guard) {
    return guard == null && (when == null || when.value().strip().equals("true"));
  }
}
