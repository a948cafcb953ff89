package dev.statute.cli.internal.chart;

import dev.statute.chart.ChartDefinition;
import dev.statute.render.DiagramNotation;
import dev.statute.scxml.ScxmlExport;
import java.util.Locale;

/** What a chart can be rendered as: the drawing languages, and the other language for charts. */
enum RenderFormat {
  MERMAID,
  DOT,
  PLANTUML,
  SVG,
  SCXML;

  String render(ChartDefinition chart) {
    return this == SCXML
        ? ScxmlExport.toScxml(chart)
        : DiagramNotation.valueOf(name()).render(chart);
  }

  /** The word for it on command lines. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
