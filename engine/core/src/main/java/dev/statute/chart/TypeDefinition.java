package dev.statute.chart;

import java.util.Map;
import java.util.stream.Collectors;

/**
 * Type that a chart declares in {@code types}: rows with these fields. Two types of equal fields
 * are equal, also of different charts, if their names are.
 *
 * @param name its name, with a capital letter first
 * @param fields field → type, in the order of declaration
 */
public record TypeDefinition(String name, Map<String, FieldType> fields) {
  /** Returns the fields as written in charts. */
  public String text() {
    return fields.entrySet().stream()
        .map(field -> field.getKey() + ": " + field.getValue().text())
        .collect(Collectors.joining(", ", "{ ", " }"));
  }
}
