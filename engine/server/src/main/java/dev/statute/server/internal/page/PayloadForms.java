package dev.statute.server.internal.page;

import dev.statute.chart.EventDefinition;
import dev.statute.step.Chart;
import java.util.LinkedHashMap;
import java.util.Map;

/** Payloads that a chart declares, as forms of a page show them. */
final class PayloadForms {
  /** Key that stands for undeclared fields. */
  private static final String OPEN = "...";

  private PayloadForms() {}

  /** Returns the types of fields by event; empty if the chart declares no events. */
  static Map<String, Object> of(Chart chart) {
    Map<String, Object> forms = new LinkedHashMap<>();
    Map<String, EventDefinition> events = chart.definition().events();
    if (events != null) {
      events.forEach((name, event) -> forms.put(name, fields(event)));
    }
    return forms;
  }

  private static Map<String, Object> fields(EventDefinition event) {
    Map<String, Object> fields = new LinkedHashMap<>();
    event.payload().forEach((name, type) -> fields.put(name, type.text()));
    if (event.open()) {
      fields.put(OPEN, "any");
    }
    return fields;
  }
}
