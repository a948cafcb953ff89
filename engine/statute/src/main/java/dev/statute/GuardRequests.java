package dev.statute;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.ChartIndex;
import dev.statute.problem.SourceText;
import java.util.stream.Stream;

/** Guards that a chart's transitions and moves require, with their places. */
final class GuardRequests {
  private GuardRequests() {}

  static Stream<SourceText> of(ChartDefinition chart) {
    Stream<SourceText> inStates =
        ChartIndex.of(chart).states().stream()
            .flatMap(
                state ->
                    Stream.concat(
                        state.transitions().stream().flatMap(t -> Stream.ofNullable(t.guard())),
                        state.moves().stream().flatMap(m -> Stream.ofNullable(m.guard()))));
    Stream<SourceText> inTables =
        Stream.concat(
            chart.rows().stream().flatMap(row -> Stream.ofNullable(row.transition().guard())),
            chart.moves().stream().flatMap(move -> Stream.ofNullable(move.guard())));
    return Stream.concat(inStates, inTables);
  }
}
