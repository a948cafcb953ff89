package dev.statute.chart;

import dev.statute.problem.SourceText;
import java.util.Map;

/**
 * Declared event.
 *
 * @param name with the place of its key
 * @param payload field → type
 * @param open whether undeclared fields are accepted ({@code "...": any})
 */
public record EventDefinition(SourceText name, Map<String, FieldType> payload, boolean open) {}
