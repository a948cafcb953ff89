package dev.statute.progress;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A report of something the agent did: a type and fields, as the host gave them. A type that nobody
 * knows is kept and counts as nothing; a known type with a field of the wrong kind is rejected, see
 * {@link #rejection()}. Values are texts, numbers, booleans, lists and maps, and must not change
 * after they were given. Immutable.
 */
@SuppressWarnings("JavaLangClash") // the word of the glossary; nobody here means java.lang.Record
public final class ProgressRecord {
  private final String type;
  private final Map<String, Object> fields;

  /** The values of fields that any type has, by {@link RecordField#index}. */
  private final @Nullable Object[] values;

  private final @Nullable RecordRejection rejection;

  private ProgressRecord(
      String type,
      Map<String, Object> fields,
      @Nullable Object[] values,
      @Nullable RecordRejection rejection) {
    this.type = type;
    this.fields = fields;
    this.values = values;
    this.rejection = rejection;
  }

  /** Takes the fields, {@code type} among them. Never throws: what is wrong is in the record. */
  public static ProgressRecord of(Map<String, ?> fields) {
    Map<String, Object> copy = new LinkedHashMap<>();
    @Nullable Object[] values = new Object[RecordField.count()];
    fields.forEach(
        (name, value) -> {
          if (value != null) {
            copy.put(name, value);
            RecordField field = RecordField.named(name);
            if (field != null) {
              values[field.index()] = value;
            }
          }
        });
    Object type = copy.get("type");
    Map<String, Object> kept = Collections.unmodifiableMap(copy);
    if (!(type instanceof String text)) {
      return new ProgressRecord(
          "", kept, values, new RecordRejection("type", "text", RecordShape.words(type)));
    }
    return new ProgressRecord(text, kept, values, RecordShape.check(text, values));
  }

  /** What kind of report, such as {@code tool_call}. */
  public String type() {
    return type;
  }

  /** All fields, {@code type} included, in the order given; those that were null are absent. */
  public Map<String, Object> fields() {
    return fields;
  }

  /** What is wrong with it, or null. */
  public @Nullable RecordRejection rejection() {
    return rejection;
  }

  /** Whether the tracker knows the type. */
  public boolean known() {
    return RecordShape.known(type);
  }

  @Nullable Object value(RecordField field) {
    return values[field.index()];
  }

  boolean has(RecordField field) {
    return value(field) != null;
  }

  /** The text of a field; numbers and booleans as they are written; empty if absent. */
  String text(RecordField field) {
    Object value = value(field);
    return value == null ? "" : value.toString();
  }

  boolean flag(RecordField field, boolean otherwise) {
    return value(field) instanceof Boolean flag ? flag : otherwise;
  }

  double number(RecordField field, double otherwise) {
    return value(field) instanceof Number number ? number.doubleValue() : otherwise;
  }

  /** The records in a list of maps. */
  List<ProgressRecord> records(RecordField field) {
    List<ProgressRecord> all = new ArrayList<>();
    if (value(field) instanceof List<?> list) {
      for (Object each : list) {
        all.add(nested(each));
      }
    }
    return all;
  }

  /** A record out of a map from a list; keys that are no text are written as text. */
  static ProgressRecord nested(Object value) {
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
