package dev.statute.drools.internal.type;

import dev.statute.policy.Settings;
import dev.statute.policy.base.Values;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Type of an expression.
 *
 * @param raw its class; {@code Object} if unknown, {@code Void} for null
 * @param element of a collection, the class of its elements, else {@code Object}
 * @param nullable true if its value may be null
 */
public record ExpressionType(Class<?> raw, Class<?> element, boolean nullable) {
  private static final Map<Class<?>, Class<?>> PRIMITIVES =
      Map.of(
          Integer.class, int.class,
          Long.class, long.class,
          Double.class, double.class,
          Float.class, float.class,
          Boolean.class, boolean.class);

  static final ExpressionType UNKNOWN = of(Object.class);

  /** Type of reported expressions, which cause no further problems. */
  public static final ExpressionType REPORTED = of(Reported.class);

  static final ExpressionType NULL = of(Void.class).nullable(true);
  public static final ExpressionType BOOLEAN = of(boolean.class);
  public static final ExpressionType TEXT = of(String.class);

  public static ExpressionType of(Class<?> raw) {
    return new ExpressionType(PRIMITIVES.getOrDefault(raw, raw), Object.class, false);
  }

  /** Returns the same type with or without null. */
  public ExpressionType nullable(boolean may) {
    return may == nullable ? this : new ExpressionType(raw, element, may);
  }

  /**
   * Return type of a method: nullable only if declared so, as everything else is non-null by
   * contract.
   */
  static ExpressionType returnedBy(Method method) {
    boolean nullable = method.getAnnotatedReturnType().isAnnotationPresent(Nullable.class);
    Type type = method.getGenericReturnType();
    if (type instanceof ParameterizedType generic
        && generic.getActualTypeArguments().length == 1
        && generic.getActualTypeArguments()[0] instanceof Class<?> element) {
      return new ExpressionType(method.getReturnType(), element, nullable);
    }
    return of(method.getReturnType()).nullable(nullable);
  }

  public boolean isUnknown() {
    return raw == Object.class || isReported();
  }

  public boolean isReported() {
    return raw == Reported.class;
  }

  public boolean isNumber() {
    return (raw.isPrimitive() && raw != boolean.class) || Number.class.isAssignableFrom(raw);
  }

  public boolean isBoolean() {
    return raw == boolean.class;
  }

  boolean isText() {
    return raw == String.class;
  }

  boolean isCollection() {
    return Collection.class.isAssignableFrom(raw);
  }

  /** Tests if {@code ==} between the two can ever be true. */
  boolean isComparableWith(ExpressionType other) {
    if (isUnknown() || other.isUnknown()) {
      return true;
    }
    if (raw == Void.class || other.raw == Void.class) {
      return !(raw == Void.class ? other : this).raw.isPrimitive();
    }
    return (isNumber() && other.isNumber())
        || raw.isAssignableFrom(other.raw)
        || other.raw.isAssignableFrom(raw);
  }

  /** Tests if a collection of this kind can contain the other. */
  boolean mayContain(ExpressionType other) {
    return other.raw != Void.class && of(element).isComparableWith(other);
  }

  /** Tests if a parameter of class {@code parameter} accepts it, with Java's widening. */
  public boolean isAssignableTo(Class<?> parameter) {
    ExpressionType wanted = of(parameter);
    if (isUnknown()) {
      return isReported() || parameter == Object.class;
    }
    if (raw == Void.class) {
      return !parameter.isPrimitive();
    }
    if (wanted.raw.isPrimitive() && isNumber() && wanted.isNumber()) {
      return width(raw) <= width(wanted.raw);
    }
    return wanted.raw.isAssignableFrom(raw) || wanted.raw == Object.class;
  }

  /** Position of a number's class among those it is widened to; below 0 for other classes. */
  static int width(Class<?> number) {
    return List.<Class<?>>of(int.class, long.class, float.class, double.class).indexOf(number);
  }

  /** Unambiguous name for messages in which another type has the same short name. */
  public String describeFully() {
    if (isNumber()) {
      return raw == int.class
          ? "a whole number"
          : raw == long.class ? "a large whole number" : "a number with a fraction";
    }
    if (isCollection() && element != Object.class) {
      return "a list, each " + of(element).describe();
    }
    return describe() + (nullable ? " that may be absent" : "");
  }

  /** Name for messages. */
  public String describe() {
    if (raw == Void.class) {
      return "null";
    }
    if (isText()) {
      return "a text";
    }
    if (isNumber()) {
      return "a number";
    }
    if (isBoolean()) {
      return "true or false";
    }
    if (isCollection()) {
      return "a list";
    }
    if (isUnknown()) {
      return "a value of any kind";
    }
    if (raw == Values.class || raw == Settings.class) {
      return raw == Values.class ? "named values" : "settings";
    }
    String name = raw.getSimpleName();
    return ("AEIOU".indexOf(name.charAt(0)) >= 0 ? "an " : "a ") + name;
  }

  private static final class Reported {}
}
