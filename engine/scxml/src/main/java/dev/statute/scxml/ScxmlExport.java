package dev.statute.scxml;

import dev.statute.chart.ChartDefinition;
import dev.statute.scxml.internal.exporter.DocumentExport;

/**
 * Export of a chart to W3C SCXML. States, transitions and actions with an SCXML equivalent are
 * plain SCXML, with expressions in CEL ({@code datamodel="cel"}); chart features without one use
 * elements and attributes of the namespace {@code urn:dev.statute}, which other programs ignore and
 * {@link ScxmlImport} reads back with equal behaviour. The names of rows and moves of the tables
 * are lost; they are written in their states. Thread-safe.
 */
public final class ScxmlExport {
  private ScxmlExport() {}

  /** Returns the document of a chart that was loaded without errors; ends with a newline. */
  public static String toScxml(ChartDefinition chart) {
    return DocumentExport.of(chart);
  }
}
