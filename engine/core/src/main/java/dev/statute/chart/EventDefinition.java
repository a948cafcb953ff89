package dev.statute.chart;

import dev.statute.problem.Text;
import java.util.Map;

/**
 * A declared event.
 *
 * @param name with the place of its key
 * @param payload field → type
 * @param open whether undeclared fields are accepted ({@code "...": any})
 */
public record EventDefinition(Text name, Map<String, FieldType> payload, boolean open) {}
