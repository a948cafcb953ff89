package dev.statute.expr;

import dev.statute.expr.EvaluationException.Kind;
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
 * A place inside an instance's data: {@code waiting[event.call_id].status}. A leading {@code data.}
 * is left out unless the data has a field of that name.
 *
 * <p>Changes copy what lies on the way and leave the old data as it was; maps that are missing or
 * null on the way are made, elements of lists must be there. Keys of maps are strings. Immutable,
 * shared by threads.
 */
public final class DataPath {
  /** How many elements of a list are copied as fast as one entry of a map. */
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
   * The path in {@code source}, or null after reporting what is wrong with it.
   *
   * @param data the type of the whole data; a closed record refuses other fields
   * @param env what the expressions in brackets may name
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

  /** What is known of the value there. */
  public ValueType type() {
    return type;
  }

  /** The field of the data that it begins with. */
  public String root() {
    return String.valueOf(steps.get(0).key());
  }

  /** How many lists and maps a value stands in that is put there, the data among them. */
  public int depth() {
    return steps.size();
  }

  /** Takes note of what was copied beside what is on the way. */
  public static void chargeCopy(Activation scope, Object container) {
    scope
        .frame()
        .consume(
            container instanceof List<?> list
                ? list.size() / ELEMENTS_PER_UNIT
                : ((Map<?, ?>) container).size());
  }

  /** Whether it is a whole field of the data, and no place inside one. */
  public boolean isRoot() {
    return steps.size() == 1;
  }

  /** As {@link Expression#readPaths()}, of the expressions in its brackets. */
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
   * The value there.
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
   * Whether there is a value.
   *
   * @throws EvaluationException if the way there leads through something else than maps and lists
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
   * The data with {@code value} there.
   *
   * @throws EvaluationException if the way there leads through something else than maps and lists
   */
  public Map<String, @Nullable Object> set(
      Activation scope, Map<String, ?> data, @Nullable Object value) {
    return castData(write(scope, data, 0, value));
  }

  /**
   * The data without what is there; the same data if nothing is.
   *
   * @throws EvaluationException if the way there leads through something else than maps and lists
   */
  public Map<String, @Nullable Object> remove(Activation scope, Map<String, ?> data) {
    return castData(has(scope, data) ? remove(scope, data, 0) : data);
  }

  @SuppressWarnings("unchecked") // a copy of the data's map, whose keys are strings
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
