package dev.statute.chart.check;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.ChartIndex;
import dev.statute.chart.MoveDefinition;
import dev.statute.chart.RowDefinition;
import dev.statute.chart.StateDefinition;
import dev.statute.chart.TransitionDefinition;
import dev.statute.chart.TransitionDefinition.OnEvent;
import dev.statute.policy.Vocabulary;
import dev.statute.problem.Text;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Gathers the words of a chart against which the literals of its rules are checked. */
public final class ChartVocabulary {
  private final Set<String> events = new LinkedHashSet<>();
  private final Set<String> guards = new LinkedHashSet<>();

  private ChartVocabulary() {}

  /**
   * The words of {@code chart}. Where it declares its events, these; where any event is acceptable,
   * the descriptors that its transitions listen to.
   */
  public static Vocabulary of(ChartDefinition chart) {
    ChartIndex index = ChartIndex.of(chart);
    ChartVocabulary words = new ChartVocabulary();
    List<TransitionDefinition> transitions = new ArrayList<>();
    List<MoveDefinition> moves = new ArrayList<>(chart.moves());
    for (StateDefinition state : index.states()) {
      transitions.addAll(state.transitions());
      moves.addAll(state.moves());
    }
    chart.rows().stream().map(RowDefinition::transition).forEach(transitions::add);
    transitions.forEach(words::add);
    moves.forEach(move -> words.guard(move.guard()));
    Set<String> states = new LinkedHashSet<>(index.ids());
    states.add(chart.name().value());
    return new Vocabulary(
        Set.of(chart.name().value()),
        states,
        chart.events() == null ? words.events : chart.events().keySet(),
        words.guards,
        chart.fields().keySet(),
        chart.settings().keySet());
  }

  private void add(TransitionDefinition transition) {
    guard(transition.guard());
    if (transition.trigger() instanceof OnEvent on) {
      on.descriptors().stream().map(Text::value).forEach(events::add);
    }
  }

  private void guard(@Nullable Text guard) {
    if (guard != null) {
      guards.add(guard.value());
    }
  }
}
