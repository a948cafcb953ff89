package dev.statute.drools.internal.type;

import dev.statute.policy.Action;
import dev.statute.policy.Budget;
import dev.statute.policy.Candidate;
import dev.statute.policy.Cycle;
import dev.statute.policy.Deny;
import dev.statute.policy.Failure;
import dev.statute.policy.FileChange;
import dev.statute.policy.Finding;
import dev.statute.policy.Grant;
import dev.statute.policy.Ignore;
import dev.statute.policy.Instance;
import dev.statute.policy.Keys;
import dev.statute.policy.Limits;
import dev.statute.policy.Message;
import dev.statute.policy.Permit;
import dev.statute.policy.Phase;
import dev.statute.policy.Poll;
import dev.statute.policy.Progress;
import dev.statute.policy.Proposal;
import dev.statute.policy.Redirect;
import dev.statute.policy.Refuse;
import dev.statute.policy.Settings;
import dev.statute.policy.TestRun;
import dev.statute.policy.Transition;
import dev.statute.policy.Waive;
import dev.statute.policy.base.Counter;
import dev.statute.policy.base.Values;
import dev.statute.policy.base.Verdict;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Allow-list of rules: the types they may name, and the methods they may call. */
public final class FactAllowList {
  private static final Map<String, Class<?>> FACTS =
      byName(
          Transition.class,
          Candidate.class,
          Proposal.class,
          Instance.class,
          Settings.class,
          Progress.class,
          Limits.class,
          Cycle.class,
          Poll.class,
          Budget.class,
          Action.class,
          Failure.class,
          FileChange.class,
          TestRun.class,
          Message.class,
          Phase.class);
  private static final Map<String, Class<?>> VERDICTS =
      byName(
          Deny.class,
          Permit.class,
          Redirect.class,
          Ignore.class,
          Grant.class,
          Finding.class,
          Waive.class,
          Refuse.class);
  private static final Set<Class<?>> ENGINE_TYPES = engineTypes();
  private static final Map<String, Class<?>> PLAIN =
      byName(
          String.class,
          Integer.class,
          Long.class,
          Double.class,
          Boolean.class,
          Number.class,
          Object.class,
          List.class,
          ArrayList.class,
          Set.class,
          Collection.class,
          HashSet.class);
  private static final Map<String, Class<?>> STATICS =
      byName(String.class, Math.class, Integer.class, Long.class, Double.class, Keys.class);

  private static final Set<String> ON_TEXT =
      Set.of(
          "length",
          "isEmpty",
          "isBlank",
          "contains",
          "startsWith",
          "endsWith",
          "equals",
          "equalsIgnoreCase",
          "trim",
          "strip",
          "substring",
          "indexOf",
          "lastIndexOf",
          "compareTo",
          "concat");
  private static final Set<String> ON_COLLECTION = Set.of("size", "isEmpty", "contains", "get");
  private static final Set<String> ON_NUMBER = Set.of("intValue", "longValue", "doubleValue");
  private static final Set<String> STATIC =
      Set.of(
          "valueOf",
          "join",
          "min",
          "max",
          "abs",
          "round",
          "floor",
          "ceil",
          "toString",
          "unordered");
  private static final Set<String> UNTYPED = Set.of("value", "all");
  private static final Set<String> OF_EVERY_OBJECT =
      Set.of("getClass", "hashCode", "equals", "toString", "notify", "notifyAll", "wait");

  private FactAllowList() {}

  private static Set<Class<?>> engineTypes() {
    Set<Class<?>> all = new HashSet<>(FACTS.values());
    all.addAll(VERDICTS.values());
    all.addAll(List.of(Keys.class, Values.class, Verdict.class, Counter.class));
    return Set.copyOf(all);
  }

  private static Map<String, Class<?>> byName(Class<?>... types) {
    Map<String, Class<?>> all = new LinkedHashMap<>();
    for (Class<?> type : types) {
      all.put(type.getSimpleName(), type);
    }
    return all;
  }

  /** Finds the fact type of this simple or full name, or null. */
  public static @Nullable Class<?> findFact(String name) {
    return find(FACTS, name);
  }

  public static List<String> factNames() {
    return List.copyOf(FACTS.keySet());
  }

  public static @Nullable Class<? extends Verdict> findVerdict(String name) {
    Class<?> type = find(VERDICTS, name);
    return type == null ? null : type.asSubclass(Verdict.class);
  }

  public static List<String> verdictNames() {
    return List.copyOf(VERDICTS.keySet());
  }

  /** Finds the plain type of this simple name, for collected elements and variables, or null. */
  public static @Nullable Class<?> findPlainType(String name) {
    return PLAIN.get(name);
  }

  /** Finds the class of this name with permitted static methods, or null. */
  public static @Nullable Class<?> findStaticType(String name) {
    return STATICS.get(name);
  }

  private static @Nullable Class<?> find(Map<String, Class<?>> candidates, String name) {
    String prefix = "dev.statute.policy.";
    return candidates.get(name.startsWith(prefix) ? name.substring(prefix.length()) : name);
  }

  /**
   * Order of the methods of a name, in which the first that fits is the most specific, as for Java:
   * by the number of parameters, then from {@code int} to {@code double}, objects last.
   */
  private static final Comparator<Method> BY_PARAMETERS =
      Comparator.<Method, Boolean>comparing(Method::isVarArgs)
          .thenComparing(Method::getParameterCount)
          .thenComparing(FactAllowList::widths)
          .thenComparing(Method::toString);

  private static String widths(Method method) {
    return Arrays.stream(method.getParameterTypes())
        .map(type -> type == Object.class ? "9" : Integer.toString(ExpressionType.width(type)))
        .collect(Collectors.joining());
  }

  /** Finds the permitted methods of this name on a value of {@code type}, most specific first. */
  public static List<Method> findMethods(Class<?> type, String name) {
    return Arrays.stream(type.getMethods())
        .filter(
            m -> m.getName().equals(name) && !m.isBridge() && !Modifier.isStatic(m.getModifiers()))
        .filter(m -> isCallable(type, m))
        .sorted(BY_PARAMETERS)
        .toList();
  }

  /** Finds the permitted static methods of this name, most specific first. */
  public static List<Method> findStaticMethods(Class<?> type, String name) {
    return Arrays.stream(type.getMethods())
        .filter(m -> m.getName().equals(name) && Modifier.isStatic(m.getModifiers()))
        .filter(m -> STATIC.contains(name))
        .sorted(BY_PARAMETERS)
        .toList();
  }

  /** Tests for a method that exists but is refused because its result has no type. */
  static boolean isUntyped(Class<?> type, String name) {
    return isEngineType(type) && UNTYPED.contains(name);
  }

  /** Accessors of a type, for suggestions. */
  public static List<String> accessors(Class<?> type) {
    return Arrays.stream(type.getMethods())
        .filter(m -> !Modifier.isStatic(m.getModifiers()) && isCallable(type, m))
        .map(Method::getName)
        .distinct()
        .sorted()
        .toList();
  }

  private static boolean isCallable(Class<?> type, Method method) {
    String name = method.getName();
    if (isEngineType(type)) {
      return isEngineType(method.getDeclaringClass())
          && !OF_EVERY_OBJECT.contains(name)
          && !UNTYPED.contains(name)
          && !(type == Settings.class && name.equals("time")); // no setting is a time
    }
    if (type == String.class) {
      return ON_TEXT.contains(name);
    }
    if (Collection.class.isAssignableFrom(type)) {
      return ON_COLLECTION.contains(name);
    }
    return ExpressionType.of(type).isNumber() && ON_NUMBER.contains(name);
  }

  /** Tests for a fact, a verdict or a type that these are made of. */
  static boolean isEngineType(Class<?> type) {
    return ENGINE_TYPES.contains(type);
  }
}
