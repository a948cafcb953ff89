package dev.statute.expr.internal;

import dev.statute.expr.internal.check.TypeEnvironment;
import dev.statute.expr.internal.check.ValueType;
import dev.statute.expr.internal.node.Activation;
import dev.statute.expr.internal.node.EvaluationException;
import dev.statute.expr.internal.node.EvaluationException.Kind;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Path into the data of an instance: {@code waiting[event.call_id].status}. A leading {@code data.}
 * is dropped unless the data has a field of that name.
 *
 * <p>Changes copy the containers on the path and leave the old data unchanged. Missing or null maps
 * on the path are created; list elements must exist. Map keys are strings. Immutable, shared by
 * threads.
 */
public final class DataPath {
  /** Number of list elements that cost as much to copy as one map entry. */
  private static final int ELEMENTS_PER_UNIT = 16;

  private final SourceText source;
  private final List<DataPathStep> steps;
  private final ValueType type;

  private DataPath(SourceText source, List<DataPathStep> steps, ValueType type) {
    this.source = source;
    this.steps = List.copyOf(steps);
    this.type = type;
  }

  /**
   * Compiles the path in {@code source}; returns null after reporting its problems.
   *
   * @param data the type of the whole data; a closed record rejects other fields
   * @param env names for the expressions in brackets
   */
  public static @Nullable DataPath compile(
      SourceText source, ValueType data, TypeEnvironment env, ProblemCollector problems) {
    DataPathParser reader = new DataPathParser(source, data, env, problems);
    List<DataPathStep> steps = reader.read();
    return steps == null ? null : new DataPath(source, steps, reader.type());
  }

  public SourceText source() {
    return source;
  }

  /** Returns the static type of the value at this path. */
  public ValueType type() {
    return type;
  }

  /** Returns the first field of the path. */
  public String root() {
    return String.valueOf(steps.get(0).key());
  }

  /** Returns the number of containers around the value, including the data. */
  public int depth() {
    return steps.size();
  }

  /** Charges the budget for the copy of a container. */
  public static void chargeCopy(Activation scope, Object container) {
    scope
        .frame()
        .consume(
            container instanceof List<?> list
                ? list.size() / ELEMENTS_PER_UNIT
                : ((Map<?, ?>) container).size());
  }

  /** Returns true if this path is a single field of the data. */
  public boolean isRoot() {
    return steps.size() == 1;
  }

  /** Returns the {@link Expression#readPaths()} of the expressions in brackets. */
  public Set<String> readPaths() {
    Set<String> reads = new LinkedHashSet<>();
    for (DataPathStep step : steps) {
      if (step.index() != null) {
        reads.addAll(step.index().readPaths());
      }
    }
    return Collections.unmodifiableSet(reads);
  }

  /**
   * Returns the value at this path.
   *
   * @throws EvaluationException if there is none
   */
  public @Nullable Object get(Activation scope, Map<String, ?> data) {
    Object value = data;
    for (DataPathStep step : steps) {
      Object key = step.key(scope);
      if (value == null || !has(value, key, step)) {
        throw step.error(Kind.NO_SUCH_KEY, "there is no '" + key + "'");
      }
      value = child(value, key);
    }
    return value;
  }

  /**
   * Returns true if there is a value at this path.
   *
   * @throws EvaluationException if a value on the path is neither map nor list
   */
  public boolean has(Activation scope, Map<String, ?> data) {
    Object value = data;
    for (DataPathStep step : steps) {
      Object key = step.key(scope);
      if (value == null || !has(value, key, step)) {
        return false;
      }
      value = child(value, key);
    }
    return true;
  }

  /**
   * Returns a copy of the data with {@code value} at this path.
   *
   * @throws EvaluationException if a value on the path is neither map nor list
   */
  public Map<String, @Nullable Object> set(
      Activation scope, Map<String, ?> data, @Nullable Object value) {
    return castData(write(scope, data, 0, value));
  }

  /**
   * Returns a copy of the data without this path; the same data if it is absent.
   *
   * @throws EvaluationException if a value on the path is neither map nor list
   */
  public Map<String, @Nullable Object> remove(Activation scope, Map<String, ?> data) {
    return castData(has(scope, data) ? remove(scope, data, 0) : data);
  }

  @SuppressWarnings("unchecked") // a copy of the data map, so keys are strings
  private static Map<String, @Nullable Object> castData(Object copy) {
    return (Map<String, @Nullable Object>) copy;
  }

  private Object write(Activation scope, @Nullable Object at, int depth, @Nullable Object value) {
    DataPathStep step = steps.get(depth);
    Object key = step.key(scope);
    Object container = at == null ? Map.of() : at;
    boolean has = has(container, key, step);
    Object child =
        depth == steps.size() - 1
            ? value
            : write(scope, has ? child(container, key) : null, depth + 1, value);
    if (container instanceof List<?> list) {
      chargeCopy(scope, list);
      List<@Nullable Object> copy = new ArrayList<>(list);
      copy.set(index(list, key, step), child);
      return Collections.unmodifiableList(copy);
    }
    Map<?, ?> map = (Map<?, ?>) container;
    chargeCopy(scope, map);
    Map<Object, @Nullable Object> copy = new LinkedHashMap<>(map);
    copy.put(key, child);
    return Collections.unmodifiableMap(copy);
  }

  private Object remove(Activation scope, Object container, int depth) {
    DataPathStep step = steps.get(depth);
    Object key = step.key(scope);
    boolean last = depth == steps.size() - 1;
    Object child = child(container, key);
    chargeCopy(scope, container);
    if (container instanceof List<?> list) {
      List<@Nullable Object> copy = new ArrayList<>(list);
      int index = index(list, key, step);
      if (last || child == null) {
        copy.remove(index);
      } else {
        copy.set(index, remove(scope, child, depth + 1));
      }
      return Collections.unmodifiableList(copy);
    }
    Map<Object, @Nullable Object> copy = new LinkedHashMap<>((Map<?, ?>) container);
    if (last || child == null) {
      copy.remove(key);
    } else {
      copy.put(key, remove(scope, child, depth + 1));
    }
    return Collections.unmodifiableMap(copy);
  }

  private static boolean has(Object container, Object key, DataPathStep step) {
    if (container instanceof List<?> list) {
      index(list, key, step);
      return true;
    }
    if (!(container instanceof Map<?, ?> map)) {
      throw step.error(
          Kind.NO_SUCH_OVERLOAD, "what is before '" + key + "' is neither a map nor a list");
    }
    if (!(key instanceof String)) {
      throw step.error(
          Kind.INVALID_ARGUMENT, "the keys of data are strings; write string(…) around " + key);
    }
    return map.containsKey(key);
  }

  private static int index(List<?> list, Object key, DataPathStep step) {
    if (!(key instanceof Long number)) {
      throw step.error(Kind.NO_SUCH_OVERLOAD, "a list has no '" + key + "'");
    }
    if (number < 0 || number >= list.size()) {
      throw step.error(
          Kind.INDEX_OUT_OF_BOUNDS,
          "index " + number + " is not in a list of " + list.size() + "; append to make it longer");
    }
    return number.intValue();
  }

  private static @Nullable Object child(Object container, Object key) {
    return container instanceof List<?> list
        ? list.get(((Long) key).intValue())
        : ((Map<?, ?>) container).get(key);
  }

  @Override
  public String toString() {
    return source.value();
  }
}
