package dev.statute.turns.internal.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Result compared with the requested fields.
 *
 * @param missing names of required fields without a value
 * @param mismatched descriptions of invalid values
 * @param fields name and value of each, requested ones first
 */
public record ResultCheck(
    List<String> missing, List<String> mismatched, List<Map<String, @Nullable Object>> fields) {
  /**
   * Checks a result.
   *
   * @param result by name, or {@code fields}: a list of name and value
   */
  public static ResultCheck check(List<ResultField> schema, Map<String, ?> result) {
    List<String> wrong = new ArrayList<>();
    Map<String, @Nullable Object> values = values(result, wrong);
    List<String> missing = new ArrayList<>();
    Map<String, @Nullable Object> ordered = new LinkedHashMap<>();
    for (ResultField field : schema) {
      Object value = values.get(field.name());
      if (value == null) {
        if (field.required()) {
          missing.add(field.name());
        }
        continue;
      }
      ordered.put(field.name(), value);
      if (!field.type().fits(value)) {
        wrong.add("'" + field.name() + "' is no " + field.type().word());
      }
    }
    values.forEach(ordered::putIfAbsent);
    List<Map<String, @Nullable Object>> fields = new ArrayList<>();
    ordered.forEach(
        (name, value) -> {
          Map<String, @Nullable Object> one = new LinkedHashMap<>();
          one.put("name", name);
          one.put("value", value);
          fields.add(one);
        });
    return new ResultCheck(missing, wrong, fields);
  }

  private static Map<String, @Nullable Object> values(Map<String, ?> result, List<String> wrong) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    if (result.get("fields") instanceof List<?> list) {
      for (Object each : list) {
        if (!(each instanceof Map<?, ?> one) || !(one.get("name") instanceof String name)) {
          wrong.add("a field has no name");
        } else if (values.containsKey(name)) {
          wrong.add("'" + name + "' is given twice");
        } else {
          values.put(name, one.get("value"));
        }
      }
    } else {
      values.putAll(result);
    }
    return values;
  }
}
