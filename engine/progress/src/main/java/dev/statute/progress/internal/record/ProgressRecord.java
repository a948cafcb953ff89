package dev.statute.progress.internal.record;

import dev.statute.policy.spi.RecordRejection;
import dev.statute.progress.internal.text.ValueText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Record of an action of an agent: a type and fields. Records of an unknown type are not counted;
 * records of a known type with a missing field or one of the wrong kind are rejected. Values are
 * texts, numbers, booleans, lists and maps, and must not change. Immutable.
 */
public final class ProgressRecord {
  private final String type;
  private final Map<String, Object> fields;

  /** Values of the known fields. */
  private final Map<RecordField, Object> values;

  private final @Nullable RecordRejection rejection;

  private ProgressRecord(
      String type,
      Map<String, Object> fields,
      Map<RecordField, Object> values,
      @Nullable RecordRejection rejection) {
    this.type = type;
    this.fields = fields;
    this.values = values;
    this.rejection = rejection;
  }

  /** Returns a record with these fields; errors are in {@link #rejection}. */
  public static ProgressRecord of(Map<String, ?> fields) {
    Map<String, Object> copy = new LinkedHashMap<>();
    Map<RecordField, Object> values = new EnumMap<>(RecordField.class);
    fields.forEach(
        (name, value) -> {
          if (value != null) {
            copy.put(name, value);
            RecordField field = RecordField.named(name);
            if (field != null) {
              values.put(field, value);
            }
          }
        });
    Object type = copy.get("type");
    Map<String, Object> kept = Collections.unmodifiableMap(copy);
    if (!(type instanceof String text)) {
      return new ProgressRecord(
          "", kept, values, new RecordRejection("type", "text", ValueText.describe(type)));
    }
    return new ProgressRecord(text, kept, values, RecordShape.check(text, values));
  }

  /** Returns the type, such as {@code tool_call}. */
  public String type() {
    return type;
  }

  /** Returns all fields except those that are null, in order. */
  public Map<String, Object> fields() {
    return fields;
  }

  /** Returns why the record is rejected, or null. */
  public @Nullable RecordRejection rejection() {
    return rejection;
  }

  public @Nullable Object value(RecordField field) {
    return values.get(field);
  }

  public boolean has(RecordField field) {
    return values.containsKey(field);
  }

  /** Returns a field as text; empty if absent. */
  public String text(RecordField field) {
    Object value = value(field);
    return value == null ? "" : value.toString();
  }

  public boolean flag(RecordField field, boolean absent) {
    return value(field) instanceof Boolean flag ? flag : absent;
  }

  /** Returns whether a message is a program's, such as a notice in the name of its user. */
  public boolean isByProgram() {
    return text(RecordField.BY).equals("program");
  }

  public double number(RecordField field, double absent) {
    return value(field) instanceof Number number ? number.doubleValue() : absent;
  }

  /** Returns the records of a field that is a list of maps. */
  public List<ProgressRecord> records(RecordField field) {
    List<ProgressRecord> all = new ArrayList<>();
    if (value(field) instanceof List<?> list) {
      for (Object each : list) {
        all.add(nested(each));
      }
    }
    return all;
  }

  /** Returns the record of a nested map. */
  public static ProgressRecord nested(Object value) {
    Map<String, Object> fields = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach(
          (name, inner) -> {
            if (inner != null) {
              fields.put(String.valueOf(name), inner);
            }
          });
    }
    return of(fields);
  }

  @Override
  public String toString() {
    return fields.toString();
  }
}
