package dev.statute.logs;

import com.fasterxml.jackson.databind.JsonNode;
import dev.statute.logs.internal.LenientJson;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tool calls as agent programs write them, found by their shape alone, whatever form they stand in:
 * what a reader made of a log is compared with them, so that no form passes for a session without
 * calls. Confined to one thread.
 */
public final class CallShapes {
  private static final Set<String> TYPES =
      Set.of(
          "toolCall",
          "tool-call",
          "functionCall",
          "function-call",
          "tool-invocation",
          "command_execution");

  /** Lists of calls, and single ones, by their key. */
  private static final Set<String> KEYS =
      Set.of("tool_calls", "toolCalls", "function_call", "functionCall", "tool_invocations");

  private static final List<String> IDS =
      List.of("id", "call_id", "callId", "callID", "tool_call_id", "toolCallId", "tool_use_id");

  private static final List<String> NAMES = List.of("tool", "tool_name", "toolName");
  private static final List<String> ARGUMENTS =
      List.of("input", "args", "arguments", "parameters", "params", "tool_input", "toolInput");

  /** What a tool was given or gave: whatever stands in there was not called here. */
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

  private final Map<String, Integer> counts = new TreeMap<>();
  private final Predicate<String> isRead;
  private int unnamedCalls;

  /**
   * Looks through a log.
   *
   * @param read whether a call of that id was read
   * @param unnamed how many calls without an id were read
   */
  public CallShapes(Predicate<String> read, int unnamed) {
    this.isRead = read;
    this.unnamedCalls = unnamed;
  }

  /** Where nobody reads any call. */
  public CallShapes() {
    this(id -> false, 0);
  }

  /** Counts the calls in a line and all that is in it. */
  public void count(Map<String, ?> line) {
    count(LenientJson.toNode(line));
  }

  /** Counts the calls in a document of whatever form. */
  public void count(Source document) {
    LenientJson.documents(document, new ProblemCollector(), false)
        .forEach(each -> count(each.node()));
  }

  /** Counts what was not read, in a value and all that is in it. */
  public void count(JsonNode node) {
    visit(node, null);
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

  /** What such a call is called where it stands; null if it is none. */
  private static @Nullable String shapeName(JsonNode node, @Nullable String key) {
    String type = LenientJson.text(node.path("type"));
    boolean typed =
        TYPES.contains(type)
            || type.endsWith("tool_use")
            || type.endsWith("_call")
            || (type.equals("tool") && node.path("tool").isTextual());
    if (typed) {
      return type;
    }
    if (key != null && KEYS.contains(key)) {
      return key;
    }
    boolean named = NAMES.stream().anyMatch(name -> node.path(name).isTextual());
    boolean given = ARGUMENTS.stream().anyMatch(node::has);
    return named && given ? "tool" : null;
  }

  private void record(String name, JsonNode node) {
    List<String> ids = new ArrayList<>();
    IDS.forEach(id -> ids.add(LenientJson.text(node.path(id))));
    ids.removeIf(String::isEmpty);
    if (ids.isEmpty()) {
      String called = LenientJson.text(node.path("name"));
      if (!called.isEmpty() && isRead.test(called)) {
        return; // where calls have no ids, the function's name stands for one
      }
      if (unnamedCalls > 0) {
        unnamedCalls--;
        return;
      }
    } else if (ids.stream().anyMatch(isRead)) {
      return;
    }
    counts.merge(name, 1, Integer::sum);
  }

  /** What was not read, such as {@code 14 tool_use blocks}; empty if all was. */
  public String summary() {
    Map<String, String> words = new LinkedHashMap<>();
    counts.forEach((name, n) -> words.put(name, n + " " + name + (n == 1 ? " block" : " blocks")));
    return String.join(", ", words.values());
  }
}
