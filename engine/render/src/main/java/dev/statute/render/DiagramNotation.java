package dev.statute.render;

import dev.statute.chart.ChartDefinition;
import java.util.Locale;

/**
 * A language in which state charts are drawn. A picture shows states, nested and in regions, with
 * their initial, final and history markers, and every transition with its event, condition, guard
 * and delay; direct moves are dashed. Actions stand in {@link #SVG} only, in few words. Same chart,
 * same text. Thread-safe.
 */
public enum DiagramNotation {
  /** A {@code stateDiagram-v2}, as Markdown viewers draw it. */
  MERMAID,
  /** Graphviz: {@code dot -Tsvg}. */
  DOT,
  PLANTUML,
  /** A picture that is ready to be looked at, by light and by dark. */
  SVG;

  /** The picture of a chart that was loaded without errors; ends with a newline. */
  public String draw(ChartDefinition chart) {
    return switch (this) {
      case MERMAID -> MermaidWriter.draw(ChartDiagram.of(chart));
      case DOT -> DotWriter.draw(ChartDiagram.of(chart));
      case PLANTUML -> PlantUml.draw(ChartDiagram.of(chart));
      case SVG -> SvgWriter.draw(chart);
    };
  }

  /** The word for it on command lines. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
