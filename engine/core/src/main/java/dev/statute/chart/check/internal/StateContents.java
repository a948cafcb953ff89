package dev.statute.chart.check.internal;

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
import dev.statute.problem.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A chart with both its forms laid out by state: the transitions of a state are those written in it
 * under {@code on}, then its rows in file order, then the eventless ones and the timed ones. What
 * names no state is left out; others report it. Immutable.
 */
public final class StateContents {
  private final ChartDefinition chart;
  private final ChartIndex index;
  private final List<List<TransitionDefinition>> transitions = new ArrayList<>();
  private final List<List<MoveDefinition>> moves = new ArrayList<>();
  private final List<ActionDefinition> actions = new ArrayList<>();
  private final Map<Integer, List<TransitionDefinition>> rows = new LinkedHashMap<>();
  private final Map<Integer, List<MoveDefinition>> listed = new LinkedHashMap<>();

  private StateContents(ChartDefinition chart, ChartIndex index) {
    this.chart = chart;
    this.index = index;
    readTables();
    for (int state = 0; state < index.size(); state++) {
      transitions.add(transitionsOf(state));
      moves.add(movesOf(state));
    }
    for (int state = 0; state < index.size(); state++) {
      actionsOf(state);
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

  /** The transitions whose source is this state, in the order in which they are looked at. */
  public List<TransitionDefinition> transitions(int state) {
    return transitions.get(state);
  }

  /** The moves whose source is this state. */
  public List<MoveDefinition> moves(int state) {
    return moves.get(state);
  }

  /** All actions of the chart, those inside others too. */
  public List<ActionDefinition> actions() {
    return actions;
  }

  /** The names of all events that the chart raises, or sends to itself, as far as it says them. */
  public List<Text> raised() {
    List<Text> raised = new ArrayList<>();
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

  /** Whether it sends itself events whose names only running can tell. */
  public boolean sendsAnything() {
    return actions.stream()
        .anyMatch(
            action ->
                action instanceof ActionDefinition.Send send
                    && send.to() == null
                    && send.isComputed());
  }

  /** The states that targets name; unknown ones are left out. */
  public List<Integer> resolve(List<Text> targets) {
    return targets.stream()
        .map(target -> index.resolve(target.value()))
        .filter(number -> number >= 0)
        .toList();
  }

  /** The source of a row or of a move of the table form: the root for {@code any}. */
  public int source(Text from) {
    return from.value().equals("any") && index.number("any") < 0 ? 0 : index.resolve(from.value());
  }

  private List<TransitionDefinition> transitionsOf(int state) {
    List<TransitionDefinition> own = index.state(state).transitions();
    Predicate<TransitionDefinition> onEvent = t -> t.trigger() instanceof OnEvent;
    List<TransitionDefinition> all = new ArrayList<>(own.stream().filter(onEvent).toList());
    all.addAll(rows.getOrDefault(state, List.of()));
    own.stream().filter(onEvent.negate()).forEach(all::add);
    return all;
  }

  /** Both tables by source, read once: a chart may have many rows and many states. */
  private void readTables() {
    for (RowDefinition row : chart.rows()) {
      row.from().stream()
          .map(this::source)
          .distinct()
          .forEach(from -> at(rows, from).add(row.transition()));
    }
    for (MoveDefinition move : chart.moves()) {
      if (move.from() != null) {
        at(listed, source(move.from())).add(move);
      }
    }
  }

  private static <T> List<T> at(Map<Integer, List<T>> table, int source) {
    return table.computeIfAbsent(source, unused -> new ArrayList<>());
  }

  private List<MoveDefinition> movesOf(int state) {
    List<MoveDefinition> all = new ArrayList<>(index.state(state).moves());
    all.addAll(listed.getOrDefault(state, List.of()));
    return all;
  }

  private void actionsOf(int number) {
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
    list.forEach(action -> each(action, actions::add));
  }

  /** The action and all that are inside it. */
  public static void each(ActionDefinition action, Consumer<ActionDefinition> use) {
    use.accept(action);
    if (action instanceof ActionDefinition.If choice) {
      choice.branches().forEach(branch -> branch.actions().forEach(inner -> each(inner, use)));
    } else if (action instanceof ActionDefinition.Each loop) {
      loop.actions().forEach(inner -> each(inner, use));
    } else if (action instanceof ActionDefinition.Block block) {
      block.actions().forEach(inner -> each(inner, use));
    }
  }

  /** Whether a transition or move is enabled whenever it is looked at. */
  public static boolean isUnconditional(@Nullable Text when, @Nullable Text guard) {
    return guard == null && (when == null || when.value().strip().equals("true"));
  }
}
