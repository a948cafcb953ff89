package dev.statute.drools.internal.condition;

import dev.statute.drools.internal.type.FactAllowList;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Access to the fields and methods of known facts that rules may use. */
public final class ReflectiveReader implements FactReader {
  public static final ReflectiveReader INSTANCE = new ReflectiveReader();

  private ReflectiveReader() {}

  @Override
  public @Nullable Object field(Object on, String field) {
    String is = "is" + Character.toUpperCase(field.charAt(0)) + field.substring(1);
    for (String name : List.of(field, is)) {
      for (Method method : FactAllowList.findMethods(accessibleType(on), name)) {
        if (method.getParameterCount() == 0) {
          return invoke(method, on);
        }
      }
    }
    return SymbolicValue.UNKNOWN;
  }

  @Override
  public @Nullable Object call(Object on, String name, List<@Nullable Object> arguments) {
    if (arguments.stream().anyMatch(SymbolicValue.class::isInstance)) {
      return SymbolicValue.UNKNOWN;
    }
    return on instanceof Class<?> type
        ? invokeBest(FactAllowList.findStaticMethods(type, name), null, arguments)
        : invokeBest(FactAllowList.findMethods(accessibleType(on), name), on, arguments);
  }

  /** Public type with a value's methods, if its own class is not public. */
  private static Class<?> accessibleType(Object value) {
    if (value instanceof List<?>) {
      return List.class;
    }
    return value instanceof java.util.Set<?> ? java.util.Set.class : value.getClass();
  }

  private static @Nullable Object invokeBest(
      List<Method> methods, @Nullable Object on, List<@Nullable Object> arguments) {
    Method loose = null;
    for (Method method : methods) {
      if (method.isVarArgs() || method.getParameterCount() != arguments.size()) {
        continue;
      }
      if (accepts(method, arguments, true)) {
        return invoke(method, on, convertArguments(method, arguments));
      }
      loose = loose == null && accepts(method, arguments, false) ? method : loose;
    }
    return loose == null
        ? SymbolicValue.UNKNOWN
        : invoke(loose, on, convertArguments(loose, arguments));
  }

  private static boolean accepts(Method method, List<@Nullable Object> arguments, boolean exactly) {
    Class<?>[] wanted = method.getParameterTypes();
    for (int i = 0; i < wanted.length; i++) {
      if (!accepts(wanted[i], arguments.get(i), exactly)) {
        return false;
      }
    }
    return true;
  }

  private static boolean accepts(Class<?> wanted, @Nullable Object value, boolean exactly) {
    if (value == null) {
      return !wanted.isPrimitive();
    }
    if (!wanted.isPrimitive()) {
      return exactly ? wanted == value.getClass() : wanted.isInstance(value);
    }
    if (wanted == boolean.class) {
      return value instanceof Boolean;
    }
    if (wanted == int.class) {
      return value instanceof Integer;
    }
    if (wanted == long.class) {
      return value instanceof Long || (!exactly && value instanceof Integer);
    }
    return wanted == double.class
        && (value instanceof Double || (!exactly && value instanceof Number));
  }

  private static @Nullable Object[] convertArguments(
      Method method, List<@Nullable Object> arguments) {
    Class<?>[] wanted = method.getParameterTypes();
    @Nullable Object[] given = arguments.toArray();
    for (int i = 0; i < wanted.length; i++) {
      if (given[i] instanceof Number number) {
        if (wanted[i] == double.class) {
          given[i] = number.doubleValue();
        } else if (wanted[i] == long.class) {
          given[i] = number.longValue();
        }
      }
    }
    return given;
  }

  private static @Nullable Object invoke(
      Method method, @Nullable Object on, @Nullable Object... arguments) {
    try {
      return Modifier.isPublic(method.getDeclaringClass().getModifiers())
          ? method.invoke(on, arguments)
          : SymbolicValue.UNKNOWN;
    } catch (InvocationTargetException | IllegalAccessException e) {
      return SymbolicValue.UNKNOWN;
    }
  }
}
