package dev.statute.step.internal.compile;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.ChartDefinition;
import dev.statute.chart.StateDefinition;
import dev.statute.chart.internal.StateContents;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Ids that the sends of a chart declare, anywhere in the chart. */
final class SendIds {
  private final Set<String> ids = new LinkedHashSet<>();

  private SendIds() {}

  static Set<String> of(StateContents parts) {
    SendIds all = new SendIds();
    parts.index().states().forEach(all::collect);
    ChartDefinition chart = parts.chart();
    chart.rows().forEach(row -> all.collect(row.transition().actions()));
    chart.moves().forEach(move -> all.collect(move.actions()));
    return all.ids;
  }

  private void collect(StateDefinition state) {
    collect(state.entry());
    collect(state.exit());
    state.transitions().forEach(transition -> collect(transition.actions()));
    state.moves().forEach(move -> collect(move.actions()));
    state.invokes().forEach(invoke -> collect(invoke.finalizing()));
    if (state.initial() != null) {
      collect(state.initial().actions());
    }
  }

  private void collect(List<ActionDefinition> actions) {
    for (ActionDefinition action : StateContents.flatten(actions)) {
      if (action instanceof ActionDefinition.Send send && send.id() != null) {
        ids.add(send.id().value());
      }
    }
  }
}
