package dev.statute.render;

import dev.statute.chart.ChartDefinition;
import dev.statute.render.internal.diagram.ChartDiagram;
import dev.statute.render.internal.svg.SvgWriter;
import dev.statute.render.internal.text.DotWriter;
import dev.statute.render.internal.text.MermaidWriter;
import dev.statute.render.internal.text.PlantUmlWriter;
import java.util.Locale;

/**
 * Language of diagrams. A picture shows states, nested and in regions, with their initial, final
 * and history markers, and every transition with its event, condition, guard and delay; direct
 * moves are dashed. Actions are shown in {@link #SVG} only, abbreviated. Equal charts give equal
 * texts. Thread-safe.
 */
public enum DiagramNotation {
  /** {@code stateDiagram-v2} for Markdown viewers. */
  MERMAID,
  /** Graphviz: {@code dot -Tsvg}. */
  DOT,
  PLANTUML,
  /** Ready picture for light and dark display. */
  SVG;

  /** Renders a chart that was loaded without errors; the text ends with a newline. */
  public String render(ChartDefinition chart) {
    return switch (this) {
      case MERMAID -> MermaidWriter.render(ChartDiagram.of(chart));
      case DOT -> DotWriter.render(ChartDiagram.of(chart));
      case PLANTUML -> PlantUmlWriter.render(ChartDiagram.of(chart));
      case SVG -> SvgWriter.render(chart);
    };
  }

  /** Returns the name on command lines. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
