package dev.statute.cli.internal.chart;

import dev.statute.chart.ChartDefinition;
import dev.statute.render.DiagramNotation;
import dev.statute.scxml.ScxmlExport;
import java.util.Locale;

/** Format of a rendered chart: a drawing language, or SCXML. */
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

  /** Name on command lines. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
