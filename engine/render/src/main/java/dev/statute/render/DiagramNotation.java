package dev.statute.render;

import dev.statute.chart.ChartDefinition;
import dev.statute.render.internal.diagram.ChartDiagram;
import dev.statute.render.internal.svg.SvgWriter;
import dev.statute.render.internal.text.DotWriter;
import dev.statute.render.internal.text.MermaidWriter;
import dev.statute.render.internal.text.PlantUmlWriter;
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
  public String render(ChartDefinition chart) {
    return switch (this) {
      case MERMAID -> MermaidWriter.render(ChartDiagram.of(chart));
      case DOT -> DotWriter.render(ChartDiagram.of(chart));
      case PLANTUML -> PlantUmlWriter.render(ChartDiagram.of(chart));
      case SVG -> SvgWriter.render(chart);
    };
  }

  /** The word for it on command lines. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
