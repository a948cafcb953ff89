package dev.statute.expr.internal.check;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Static type of a value; its text is the name used in messages.
 *
 * <p>Values of type {@link #DYN} are checked at evaluation. Immutable.
 */
public sealed interface ValueType {
  ValueType BOOL = Basic.BOOL;
  ValueType INT = Basic.INT;
  ValueType DOUBLE = Basic.DOUBLE;
  ValueType DECIMAL = Basic.DECIMAL;
  ValueType STRING = Basic.STRING;
  ValueType NULL = Basic.NULL;
  ValueType DURATION = Basic.DURATION;
  ValueType TIMESTAMP = Basic.TIMESTAMP;
  ValueType DYN = Basic.DYN;

  /** Returns the type of a value; the members of a list or map may have any. */
  static ValueType of(@Nullable Object value) {
    if (value == null) {
      return NULL;
    }
    if (value instanceof Boolean) {
      return BOOL;
    }
    if (value instanceof Long) {
      return INT;
    }
    if (value instanceof Double) {
      return DOUBLE;
    }
    if (value instanceof String) {
      return STRING;
    }
    if (value instanceof Duration) {
      return DURATION;
    }
    if (value instanceof List) {
      return list(DYN);
    }
    return value instanceof Map ? map(STRING, DYN) : DYN;
  }

  static ValueType list(ValueType element) {
    return new ListOf(element);
  }

  static ValueType map(ValueType key, ValueType value) {
    return new MapOf(key, value);
  }

  /** Creates a record type in which undeclared fields are errors. */
  static RecordOf closed(String name, Map<String, Field> fields) {
    return new RecordOf(name, fields, false);
  }

  /** Creates a record type in which undeclared fields are {@link #DYN}. */
  static RecordOf open(String name, Map<String, Field> fields) {
    return new RecordOf(name, fields, true);
  }

  /** Returns true if a value of type {@code other} is assignable to this type. */
  boolean accepts(ValueType other);

  /** Types without components. */
  enum Basic implements ValueType {
    BOOL("bool"),
    INT("int"),
    DOUBLE("number"),
    DECIMAL("decimal"),
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

  /** List with elements of one type, possibly {@link #DYN}. */
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

  /** Map with computed keys. */
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
   * Map with declared fields, in the order of declaration.
   *
   * @param name name for messages, such as {@code event Cancel}
   * @param open whether other fields are allowed
   */
  record RecordOf(String name, Map<String, Field> fields, boolean open) implements ValueType {
    public RecordOf {
      fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    /** Returns the type of a field; null if a closed record lacks it. */
    public @Nullable ValueType field(String field) {
      Field declared = fields.get(field);
      return declared != null ? declared.type() : open ? DYN : null;
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
   * Declared field.
   *
   * @param optional whether a value may lack it; tested by {@code has()}
   */
  record Field(ValueType type, boolean optional) {
    public static Field required(ValueType type) {
      return new Field(type, false);
    }

    public static Field optional(ValueType type) {
      return new Field(type, true);
    }
  }
}
