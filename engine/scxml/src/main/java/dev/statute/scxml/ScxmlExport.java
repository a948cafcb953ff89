package dev.statute.scxml;

import dev.statute.chart.ChartDefinition;
import dev.statute.scxml.internal.exporter.DocumentExport;

/**
 * Writes a chart as W3C SCXML. States, transitions and what SCXML's executable content can say are
 * plain SCXML, with expressions in CEL ({@code datamodel="cel"}); what only charts have stands in
 * elements and attributes of the namespace {@code urn:dev.statute}, which other programs pass over
 * and {@link ScxmlImport} reads back: what comes back behaves the same. The names of rows and moves
 * of the tables are gone; they stand in their states. Thread-safe.
 */
public final class ScxmlExport {
  private ScxmlExport() {}

  /** The document of a chart that was loaded without errors; ends with a newline. */
  public static String toScxml(ChartDefinition chart) {
    return DocumentExport.of(chart);
  }
}
