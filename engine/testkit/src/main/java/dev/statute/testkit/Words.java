package dev.statute.testkit;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.ChartDefinition;
import dev.statute.chart.ChartIndex;
import dev.statute.chart.MoveDefinition;
import dev.statute.chart.PackReference;
import dev.statute.chart.RowDefinition;
import dev.statute.chart.StateDefinition;
import dev.statute.chart.TimerDefinition;
import dev.statute.chart.TransitionDefinition;
import dev.statute.policy.Vocabulary;
import dev.statute.problem.Text;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects the words of a chart that rules may compare with. */
final class Words {
  private final Set<String> events = new LinkedHashSet<>();
  private final Set<String> guards = new LinkedHashSet<>();

  private Words() {}

  static Vocabulary of(ChartDefinition chart) {
    String name = chart.name().value();
    Words words = new Words();
    if (chart.events() != null) {
      words.events.addAll(chart.events().keySet());
    }
    ChartIndex index = ChartIndex.of(chart);
    index.states().forEach(words::state);
    chart.rows().forEach(words::row);
    chart.moves().forEach(words::move);
    chart.timers().values().forEach(words::timer);
    Guards.of(chart).forEach(guard -> words.guards.add(guard.value()));
    Set<String> states = new LinkedHashSet<>(index.ids());
    states.add(name);
    Set<String> settings = new LinkedHashSet<>(chart.settings().keySet());
    for (PackReference pack : chart.policies()) {
      settings.addAll(pack.settings().keySet());
    }
    return new Vocabulary(
        Set.of(name), states, words.events, words.guards, chart.fields().keySet(), settings);
  }

  private void state(StateDefinition state) {
    state.transitions().forEach(this::transition);
    state.moves().forEach(this::move);
    actions(state.entry());
    actions(state.exit());
    if (state.initial() != null) {
      actions(state.initial().actions());
    }
  }

  private void row(RowDefinition row) {
    transition(row.transition());
  }

  private void transition(TransitionDefinition transition) {
    if (transition.trigger() instanceof TransitionDefinition.OnEvent on) {
      on.descriptors().forEach(this::event);
    }
    actions(transition.actions());
  }

  private void move(MoveDefinition move) {
    actions(move.actions());
  }

  private void timer(TimerDefinition timer) {
    event(timer.send());
  }

  private void event(@Nullable Text event) {
    if (event != null) {
      events.add(event.value());
    }
  }

  private void actions(List<ActionDefinition> actions) {
    for (ActionDefinition action : actions) {
      if (action instanceof ActionDefinition.Raise raise) {
        event(raise.event());
      } else if (action instanceof ActionDefinition.Send send) {
        event(send.isComputed() ? null : send.event());
      } else if (action instanceof ActionDefinition.Each each) {
        actions(each.actions());
      } else if (action instanceof ActionDefinition.Block block) {
        actions(block.actions());
      } else if (action instanceof ActionDefinition.If choice) {
        choice.branches().forEach(branch -> actions(branch.actions()));
      }
    }
  }
}
