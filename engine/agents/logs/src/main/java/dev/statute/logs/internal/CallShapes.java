package dev.statute.logs.internal;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
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

  private static final List<String> IDS =
      List.of(
          "id",
          "call_id",
          "callId",
          "callID",
          "tool_call_id",
          "toolCallId",
          "tool_use_id",
          "toolUseId",
          "tool_id");

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

  /**
   * Creates a counter of unread calls.
   *
   * @param read tests for a call that was read, by its id
   */
  CallShapes(Predicate<String> read) {
    this.isRead = read;
  }

  /** Counts the unread calls in a value, at any depth. */
  void count(JsonNode node) {
    visit(node, null);
    identified.removeIf(call -> call.ids().stream().anyMatch(isRead));
  }

  private void visit(JsonNode node, @Nullable String key) {
    if (node.isObject()) {
      String name = shapeName(node, key);
      if (name != null) {
        record(name, node);
        return;
      }
      for (Map.Entry<String, JsonNode> member : node.properties()) {
        if (!DATA_KEYS.contains(member.getKey())) {
          visit(member.getValue(), member.getKey());
        }
      }
    } else if (node.isArray()) {
      node.forEach(member -> visit(member, key));
    }
  }

  /** Name of the call's shape; null if the value is no call. */
  private static @Nullable String shapeName(JsonNode node, @Nullable String key) {
    String type = LenientJson.text(node, "type");
    boolean typed =
        TYPE.matcher(type).matches() || (type.equals("tool") && node.path("tool").isTextual());
    if (typed) {
      return type;
    }
    if (key != null && KEYS.contains(key)) {
      return key;
    }
    boolean named = NAMES.stream().anyMatch(name -> node.path(name).isTextual());
    boolean given = ARGUMENTS.stream().anyMatch(node::has);
    JsonNode arguments = node.path("arguments");
    boolean applied =
        node.path("name").isTextual() && (arguments.isObject() || arguments.isTextual());
    return (named && given) || applied ? "tool" : null;
  }

  private void record(String shape, JsonNode node) {
    List<String> ids = new ArrayList<>();
    IDS.forEach(id -> ids.add(LenientJson.text(node.path(id))));
    ids.removeIf(String::isEmpty);
    String name = LenientJson.text(node, "name");
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
