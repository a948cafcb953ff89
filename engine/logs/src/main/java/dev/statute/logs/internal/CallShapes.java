package dev.statute.logs.internal;

import dev.statute.expr.reading.LenientMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Counter of tool calls in a log, which are recognized by their shape alone, in any format.
 * Comparison with the calls that a reader found detects unread calls, so that an unknown form never
 * passes for a session without calls. Confined to one thread.
 */
final class CallShapes {
  /** Type of a call, such as {@code toolCall}, {@code tool_use} or {@code function-call}. */
  private static final Pattern TYPE =
      Pattern.compile(
          "(?i).*[-_](call|tool_use)|(tool|function|mcp|shell|command)[-_]?"
              + "(call|use|request|invocation|execution)");

  /** Keys of single calls and of lists of calls. */
  private static final Set<String> KEYS =
      Set.of(
          "tool_calls",
          "toolCalls",
          "function_call",
          "functionCall",
          "tool_invocations",
          "toolUse");

  /** Keys whose value is the id of a call and of nothing else. */
  private static final List<String> CALL_IDS =
      List.of(
          "call_id",
          "callId",
          "callID",
          "tool_call_id",
          "toolCallId",
          "tool_use_id",
          "toolUseId",
          "toolUseID",
          "source_call_id",
          "tool_id");

  /**
   * Type of a result, such as {@code tool_result}, {@code toolResponse} or {@code xyz_call_output}.
   */
  private static final Pattern RESULT_TYPE =
      Pattern.compile("(?i).*(?:tool|function|call)[-_.]?(?:result|response|output|return)s?");

  private static final List<String> NAMES = List.of("tool", "tool_name", "toolName");
  private static final List<String> ARGUMENTS =
      List.of("input", "args", "arguments", "parameters", "params", "tool_input", "toolInput");

  /** Keys of arguments and results. Calls inside them were not made in this session. */
  private static final Set<String> DATA_KEYS =
      Set.of(
          "input",
          "args",
          "arguments",
          "parameters",
          "result",
          "output",
          "observation",
          "details",
          "toolUseResult",
          "tool_use_result",
          "functionResponse",
          "tools");

  /** Call that may not have been read. */
  private record UnreadCall(String shape, String name, List<String> ids) {}

  private final List<UnreadCall> identified = new ArrayList<>();
  private final List<UnreadCall> unidentified = new ArrayList<>();
  private final Map<String, Integer> unreadable = new TreeMap<>();
  private final Predicate<String> isRead;
  private final Predicate<String> isEnded;

  /** Whether a type is that of a result, by type; logs have few. */
  private final Map<String, Boolean> resultTypes = new HashMap<>();

  /** Whether a type is that of a call, by type. */
  private final Map<String, Boolean> callTypes = new HashMap<>();

  /**
   * Creates a counter of unread calls and results.
   *
   * @param read tests for a call that was read, by its id
   * @param ended tests for a call whose result was read
   */
  CallShapes(Predicate<String> read, Predicate<String> ended) {
    this.isRead = read;
    this.isEnded = ended;
  }

  /**
   * Counts the unread calls and results in a value, at any depth.
   *
   * @param copies keys of values that repeat calls which stand elsewhere
   * @param ignored values that are left out, by identity
   */
  void count(@Nullable Object value, Set<String> copies, Set<Object> ignored) {
    visit(value, null, copies, ignored);
    identified.removeIf(call -> call.ids().stream().anyMatch(isRead));
  }

  private void visit(
      @Nullable Object value, @Nullable String key, Set<String> copies, Set<Object> ignored) {
    if (ignored.contains(value)) {
      return;
    }
    if (value instanceof Map<?, ?> map) {
      if (isResult(map)) {
        List<String> ids = ids(map);
        if (!ids.isEmpty() && ids.stream().noneMatch(isEnded)) {
          add("result");
        }
        return;
      }
      String name = shapeName(map, key);
      if (name == null) {
        visitMembers(map, copies, ignored);
        return;
      }
      int before = identified.size() + unidentified.size();
      if (isEnvelope(map)) {
        visitMembers(map, copies, ignored);
      }
      if (identified.size() + unidentified.size() == before) {
        record(name, map);
      }
    } else if (value instanceof List<?> list) {
      for (Object member : list) {
        visit(member, key, copies, ignored);
      }
    }
  }

  private void visitMembers(Map<?, ?> map, Set<String> copies, Set<Object> ignored) {
    for (Map.Entry<?, ?> member : map.entrySet()) {
      String each = (String) member.getKey();
      Object inside = member.getValue();
      boolean nested = inside instanceof Map || inside instanceof List;
      if (nested && !DATA_KEYS.contains(each) && !copies.contains(each)) {
        visit(inside, each, copies, ignored);
      }
    }
  }

  /** Tests for a typed value that holds a call and is none itself. */
  private static boolean isEnvelope(Map<?, ?> map) {
    return map.get("type") instanceof String
        && ids(map).isEmpty()
        && !(map.get("name") instanceof String)
        && NAMES.stream().noneMatch(name -> map.get(name) instanceof String)
        && map.values().stream().anyMatch(Map.class::isInstance);
  }

  private boolean isResult(Map<?, ?> map) {
    boolean typed =
        map.get("type") instanceof String type
            && resultTypes.computeIfAbsent(type, each -> RESULT_TYPE.matcher(each).matches());
    return typed || ("tool".equals(map.get("role")) && map.get("tool_call_id") instanceof String);
  }

  /** Name of the call's shape; null if the value is no call. */
  private @Nullable String shapeName(Map<?, ?> map, @Nullable String key) {
    if (map.get("type") instanceof String type
        && (callTypes.computeIfAbsent(type, each -> TYPE.matcher(each).matches())
            || (type.equals("tool") && map.get("tool") instanceof String))) {
      return type;
    }
    if (key != null && KEYS.contains(key)) {
      return key;
    }
    boolean named = NAMES.stream().anyMatch(name -> map.get(name) instanceof String);
    boolean hasArguments = named && ARGUMENTS.stream().anyMatch(map::containsKey);
    Object arguments = map.get("arguments");
    boolean applied =
        map.get("name") instanceof String
            && (arguments instanceof String
                || (arguments instanceof Map && arguments != LenientMap.NOTHING));
    boolean wrapped = ids(map).size() > 0 && map.get("function") instanceof Map;
    boolean called = wrapped && map.get("function") != LenientMap.NOTHING;
    return hasArguments || applied || called || isNamed(map) || isIdentified(map) ? "tool" : null;
  }

  /** Tests for a value with a name and an id or type, which was given something. */
  private static boolean isNamed(Map<?, ?> map) {
    if (!(map.get("name") instanceof String)) {
      return false;
    }
    boolean hasArguments =
        map.get("id") instanceof String
            ? ARGUMENTS.stream().anyMatch(map::containsKey) || map.containsKey("state")
            : map.containsKey("input") || map.containsKey("args");
    return hasArguments && (map.get("id") instanceof String || map.get("type") instanceof String);
  }

  /** Tests for a value that names a call, and is none of the keys of a message or entry. */
  private static boolean isIdentified(Map<?, ?> map) {
    return CALL_IDS.stream().anyMatch(id -> map.get(id) instanceof String);
  }

  private static List<String> ids(Map<?, ?> map) {
    List<String> ids = new ArrayList<>();
    if (map.get("id") instanceof String own && !own.isEmpty()) {
      ids.add(own);
    }
    for (String id : CALL_IDS) {
      if (map.get(id) instanceof String text && !text.isEmpty()) {
        ids.add(text);
      }
    }
    return ids;
  }

  private void record(String shape, Map<?, ?> map) {
    List<String> ids = ids(map);
    String name = map.get("name") instanceof String text ? text : "";
    (ids.isEmpty() ? unidentified : identified).add(new UnreadCall(shape, name, ids));
  }

  /** Counts a part of a log that cannot be read, by the name of its shape. */
  void add(String shape) {
    unreadable.merge(shape, 1, Integer::sum);
  }

  /** Number of the unread calls and other parts. */
  int total(int unnamed) {
    return counts(unnamed).values().stream().mapToInt(Integer::intValue).sum();
  }

  private Map<String, Integer> counts(int unnamed) {
    Map<String, Integer> counts = new TreeMap<>(unreadable);
    identified.removeIf(call -> call.ids().stream().anyMatch(isRead));
    identified.forEach(call -> counts.merge(call.shape(), 1, Integer::sum));
    unidentified.stream()
        .filter(call -> call.name().isEmpty() || !isRead.test(call.name())) // the name is its id
        .skip(unnamed)
        .forEach(call -> counts.merge(call.shape(), 1, Integer::sum));
    return counts;
  }

  /**
   * Describes the unread calls, such as {@code 14 tool_use blocks}; empty if there are none.
   *
   * @param unnamed number of calls without an id that were read
   */
  String summary(int unnamed) {
    Map<String, String> words = new LinkedHashMap<>();
    counts(unnamed)
        .forEach((name, n) -> words.put(name, n + " " + name + (n == 1 ? " block" : " blocks")));
    return String.join(", ", words.values());
  }
}
