package dev.statute.logs.internal;

import dev.statute.logs.internal.text.LogDocument;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Begin of a description for logs of an unknown form: the shapes of their entries, with clauses for
 * those that look like calls, results and messages. Confined to one thread.
 */
public final class FormDraft {
  private static final List<String> KINDS = List.of("type", "kind", "event", "role", "subtype");
  private static final List<String> TOOLS =
      List.of("tool", "tool_name", "toolName", "function_name", "name");
  private static final List<String> ARGUMENTS =
      List.of("args", "arguments", "input", "parameters", "params", "tool_input", "toolInput");
  private static final List<String> OUTPUTS =
      List.of("output", "result", "observation", "response", "content", "text");
  private static final List<String> IDS =
      List.of("call_id", "callId", "callID", "tool_call_id", "toolCallId", "tool_use_id", "id");

  /** Shape of entries or parts: how many there are, and what one of them holds. */
  private record Shape(String variable, Map<?, ?> example, int count) {}

  private final Map<String, Shape> shapes = new LinkedHashMap<>();
  private final Map<String, String> loops = new LinkedHashMap<>();
  private String entries = "jsonl";

  /** Considers a document. */
  public void add(LogDocument document) {
    if (document.value() instanceof List<?> list) {
      list.forEach(this::addEntry);
      return;
    }
    String path = document.value() instanceof Map<?, ?> map ? longestList(map) : null;
    if (path != null && shapes.isEmpty() && !hasKind(document.value())) {
      entries = path;
      List<?> list = (List<?>) EntryPath.find(document.value(), path);
      if (list != null) {
        list.forEach(this::addEntry);
      }
    } else {
      addEntry(document.value());
    }
  }

  private static boolean hasKind(@Nullable Object value) {
    return value instanceof Map<?, ?> map && KINDS.stream().anyMatch(map::containsKey);
  }

  private static @Nullable String longestList(Map<?, ?> map) {
    String longest = null;
    int size = 0;
    for (Map.Entry<?, ?> member : map.entrySet()) {
      if (member.getValue() instanceof List<?> list
          && list.size() > size
          && list.get(0) instanceof Map) {
        size = list.size();
        longest = (String) member.getKey();
      }
    }
    return longest;
  }

  private void addEntry(@Nullable Object entry) {
    if (entry instanceof Map<?, ?> map) {
      addShape("item", map);
      addParts(map, "");
    }
  }

  private void addParts(Map<?, ?> map, String path) {
    for (Map.Entry<?, ?> member : map.entrySet()) {
      String at = path.isEmpty() ? (String) member.getKey() : path + "." + member.getKey();
      if (member.getValue() instanceof List<?> list) {
        for (Object part : list) {
          if (part instanceof Map<?, ?> each) {
            String loop =
                loops.computeIfAbsent(
                    at, unseen -> loops.isEmpty() ? "part" : "part" + loops.size());
            addShape(loop, each);
          }
        }
      } else if (member.getValue() instanceof Map<?, ?> inner && path.isEmpty()) {
        addParts(inner, at);
      }
    }
  }

  private void addShape(String variable, Map<?, ?> map) {
    String key = variable + condition(variable, map) + new TreeSet<Object>(map.keySet());
    Shape before = shapes.get(key);
    shapes.put(key, new Shape(variable, map, before == null ? 1 : before.count() + 1));
  }

  private static String condition(String variable, Map<?, ?> map) {
    for (String kind : KINDS) {
      if (map.get(kind) instanceof String value) {
        return variable + "." + kind + " == '" + value.replace("'", "\\'") + "'";
      }
    }
    Object first = map.keySet().iterator().next();
    return "has(" + variable + "." + first + ")";
  }

  /** Text of the draft. */
  public String text() {
    StringBuilder out = new StringBuilder();
    out.append("# Draft: what the clauses take is guessed by names. Compare each with the log.\n");
    out.append("form: my-agent\ndoc: Logs of my agent.\n");
    out.append("entries: [ ").append(entries).append(" ]\n");
    shapes.values().stream()
        .findFirst()
        .ifPresent(shape -> out.append("looks: [ \"").append(looks(shape)).append("\" ]\n"));
    if (!loops.isEmpty()) {
      List<String> each = new ArrayList<>();
      loops.forEach((path, loop) -> each.add(loop + ": " + path));
      out.append("each: { ").append(String.join(", ", each)).append(" }\n");
    }
    List<String> calls = new ArrayList<>();
    List<String> results = new ArrayList<>();
    List<String> messages = new ArrayList<>();
    List<String> others = new ArrayList<>();
    shapes.values().forEach(shape -> addClause(shape, calls, results, messages, others));
    section(out, "calls", calls);
    section(out, "results", results);
    section(out, "messages", messages);
    if (!others.isEmpty()) {
      out.append("# shapes that no clause takes\n");
      others.forEach(line -> out.append("#   ").append(line).append('\n'));
    }
    return out.toString();
  }

  private static String looks(Shape shape) {
    List<String> keys =
        shape.example().keySet().stream().limit(3).map(key -> "has(item." + key + ")").toList();
    return String.join(" && ", keys);
  }

  private static void section(StringBuilder out, String name, List<String> clauses) {
    if (!clauses.isEmpty()) {
      out.append(name).append(":\n");
      clauses.forEach(clause -> out.append("  - ").append(clause).append('\n'));
    }
  }

  private static void addClause(
      Shape shape,
      List<String> calls,
      List<String> results,
      List<String> messages,
      List<String> others) {
    Map<?, ?> map = shape.example();
    String variable = shape.variable();
    String tool = first(map, TOOLS);
    String arguments = first(map, ARGUMENTS);
    String output = first(map, OUTPUTS);
    String id = first(map, IDS);
    String when = "{ when: \"" + condition(variable, map) + "\"";
    if (KINDS.stream().noneMatch(map::containsKey)) {
      String own = tool == null ? output : tool;
      when = "{ when: \"has(" + variable + "." + own + ")\"";
    }
    String named = id == null ? "" : ", id: " + variable + "." + id;
    String count = " } # " + shape.count() + " ×";
    Object speaker = EntryPath.find(map, "role");
    boolean speaks = "user".equals(speaker) || "assistant".equals(speaker);
    if (tool != null && arguments != null) {
      calls.add(
          when
              + named
              + ", tool: "
              + variable
              + "."
              + tool
              + ", args: "
              + variable
              + "."
              + arguments
              + count);
    } else if (output != null
        && id != null
        && !speaks
        && !variable.isEmpty()
        && isOfCall(id, map)) {
      results.add(when + named + ", text: " + variable + "." + output + count);
    } else if (speaks && map.get(String.valueOf(output)) instanceof String) {
      String clause = "user".equals(speaker) ? ", by: \"'user'\"" : "";
      messages.add(when + clause + ", text: " + variable + "." + output + count);
    } else {
      others.add(condition(variable, map) + ": " + map.keySet() + ", " + shape.count() + " ×");
    }
  }

  private static boolean isOfCall(String id, Map<?, ?> map) {
    return !id.equals("id") || map.values().stream().noneMatch(List.class::isInstance);
  }

  private static @Nullable String first(Map<?, ?> map, List<String> names) {
    return names.stream().filter(map::containsKey).findFirst().orElse(null);
  }
}
