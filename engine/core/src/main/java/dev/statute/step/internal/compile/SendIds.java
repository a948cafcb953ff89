package dev.statute.step.internal.compile;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.ChartDefinition;
import dev.statute.chart.ChartIndex;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Ids that the sends of a chart declare, anywhere in the chart. */
final class SendIds {
  private final Set<String> ids = new LinkedHashSet<>();

  private SendIds() {}

  static Set<String> of(ChartDefinition chart) {
    SendIds all = new SendIds();
    ChartIndex.of(chart)
        .states()
        .forEach(
            state -> {
              all.collect(state.entry());
              all.collect(state.exit());
              state.transitions().forEach(transition -> all.collect(transition.actions()));
              state.moves().forEach(move -> all.collect(move.actions()));
              state.invokes().forEach(invoke -> all.collect(invoke.finalizing()));
              if (state.initial() != null) {
                all.collect(state.initial().actions());
              }
            });
    chart.rows().forEach(row -> all.collect(row.transition().actions()));
    chart.moves().forEach(move -> all.collect(move.actions()));
    return all.ids;
  }

  private void collect(List<ActionDefinition> actions) {
    for (ActionDefinition action : actions) {
      if (action instanceof ActionDefinition.Send send && send.id() != null) {
        ids.add(send.id().value());
      } else if (action instanceof ActionDefinition.If choice) {
        choice.branches().forEach(branch -> collect(branch.actions()));
      } else if (action instanceof ActionDefinition.Each each) {
        collect(each.actions());
      } else if (action instanceof ActionDefinition.Block block) {
        collect(block.actions());
      }
    }
  }
}
