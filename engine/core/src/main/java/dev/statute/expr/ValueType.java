package dev.statute.expr;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a value before there is one; its text is the name messages use.
 *
 * <p>{@link #DYN} is checked when it is evaluated instead. Immutable.
 */
public sealed interface ValueType {
  ValueType BOOL = Basic.BOOL;
  ValueType INT = Basic.INT;
  ValueType DOUBLE = Basic.DOUBLE;
  ValueType STRING = Basic.STRING;
  ValueType NULL = Basic.NULL;
  ValueType DURATION = Basic.DURATION;
  ValueType TIMESTAMP = Basic.TIMESTAMP;
  ValueType DYN = Basic.DYN;

  static ValueType list(ValueType element) {
    return new ListOf(element);
  }

  static ValueType map(ValueType key, ValueType value) {
    return new MapOf(key, value);
  }

  /** A map of which every field is declared: to read another one is an error. */
  static RecordOf closed(String name, Map<String, Field> fields) {
    return new RecordOf(name, fields, false);
  }

  /** A map of which some fields are declared; others are {@link #DYN}. */
  static RecordOf open(String name, Map<String, Field> fields) {
    return new RecordOf(name, fields, true);
  }

  /** Whether a value of type {@code other} may stand where this one is expected. */
  boolean accepts(ValueType other);

  /** The types without parts. */
  enum Basic implements ValueType {
    BOOL("bool"),
    INT("int"),
    DOUBLE("number"),
    STRING("string"),
    NULL("null"),
    DURATION("duration"),
    TIMESTAMP("timestamp"),
    DYN("any");

    private final String name;

    Basic(String name) {
      this.name = name;
    }

    @Override
    public boolean accepts(ValueType other) {
      return TypeAssignability.isAssignable(this, other);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** A list; all its elements are of one type, which may be {@link #DYN}. */
  record ListOf(ValueType element) implements ValueType {
    @Override
    public boolean accepts(ValueType other) {
      return TypeAssignability.isAssignable(this, other);
    }

    @Override
    public String toString() {
      return "list(" + element + ")";
    }
  }

  /** A map whose keys are data. */
  record MapOf(ValueType key, ValueType value) implements ValueType {
    @Override
    public boolean accepts(ValueType other) {
      return TypeAssignability.isAssignable(this, other);
    }

    @Override
    public String toString() {
      return "map(" + key + ", " + value + ")";
    }
  }

  /**
   * A map whose keys are declared fields, in the order they were declared.
   *
   * @param name what messages call it, such as {@code event Cancel}
   * @param open whether other fields are allowed
   */
  record RecordOf(String name, Map<String, Field> fields, boolean open) implements ValueType {
    public RecordOf {
      fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    /** The type of a field, or null if a closed record has none of that name. */
    public @Nullable ValueType field(String field) {
      Field declared = fields.get(field);
      return declared != null ? declared.type() : open ? DYN : null;
    }

    /** As for the user: {@code {success: bool, error: string?}}. */
    public String shape() {
      return fields.entrySet().stream()
          .map(e -> e.getKey() + ": " + e.getValue())
          .collect(Collectors.joining(", ", "{", open ? ", …}" : "}"));
    }

    @Override
    public boolean accepts(ValueType other) {
      return TypeAssignability.isAssignable(this, other);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /**
   * A declared field.
   *
   * @param optional whether a value may lack it; {@code has()} tells
   */
  record Field(ValueType type, boolean optional) {
    public static Field required(ValueType type) {
      return new Field(type, false);
    }

    public static Field optional(ValueType type) {
      return new Field(type, true);
    }

    @Override
    public String toString() {
      return optional ? type + "?" : type.toString();
    }
  }
}
