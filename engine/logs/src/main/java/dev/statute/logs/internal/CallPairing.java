package dev.statute.logs.internal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.statute.logs.CallShapes;
import dev.statute.logs.SessionLog;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts calls and their results together: a tool call becomes a record when its result is there, and
 * stands where its result stood; what never got one is an unresolved record at the end. Confined to
 * one thread.
 */
public final class CallPairing {
  private final List<SessionLog.Entry> entries = new ArrayList<>();
  private final Map<String, Map<String, Object>> open = new LinkedHashMap<>();

  /** By id, the keys of further calls that wait under it. */
  private final Map<String, Deque<String>> duplicateIds = new HashMap<>();

  private final Set<String> seenIds = new HashSet<>();
  private int line;
  private int unnamedCalls;
  private int duplicates;

  /** A call that waits for its result; one that waits under the same id goes on to wait. */
  void begin(int at, String id, Map<String, Object> fields) {
    line = at;
    Map<String, Object> first = open.putIfAbsent(id, fields);
    boolean again = first != null && !id.isEmpty() && first.equals(fields);
    if (first != null && !again) {
      open.put(id + '\0' + ++duplicates, fields);
      duplicateIds.computeIfAbsent(id, same -> new ArrayDeque<>()).add(id + '\0' + duplicates);
    }
    markRead(id);
  }

  /** A call of that id was read, if not as a record of its own. */
  void markRead(String id) {
    if (id.isEmpty()) {
      unnamedCalls++;
    } else {
      seenIds.add(id);
    }
  }

  /** What of a log's calls was not read. */
  public String unreadCalls(List<LenientJson.LogDocument> documents) {
    CallShapes shapes = new CallShapes(seenIds::contains, unnamedCalls);
    documents.forEach(document -> shapes.count(document.node()));
    return shapes.summary();
  }

  /** Says something more of a call that waits. */
  void setField(String id, String field, Object value) {
    Map<String, Object> fields = open.get(id);
    if (fields != null) {
      fields.put(field, value);
    }
  }

  /** The id of the call that waits longest, for results that name none; empty if none waits. */
  String oldestOpen() {
    return open.isEmpty() ? "" : open.keySet().iterator().next();
  }

  /**
   * The result of a call; one that nobody asked for is left out.
   *
   * @param success null = the log does not say
   */
  void end(int at, String id, String output, @Nullable Boolean success, @Nullable Long exitCode) {
    Map<String, Object> fields = open.remove(id);
    if (fields == null) {
      return;
    }
    Deque<String> same = duplicateIds.get(id);
    String next = same == null ? null : same.poll();
    if (next != null) {
      open.put(id, Objects.requireNonNull(open.remove(next)));
    }
    fields.put("output", output);
    if (exitCode != null) {
      fields.put("exit_code", exitCode);
    }
    Boolean good = success != null ? success : exitCode == null ? null : exitCode == 0;
    if (good != null) {
      fields.put("success", good);
      if (!good) {
        fields.put("error", output);
      }
    }
    add(at, fields);
  }

  /** A call and its result at once. */
  void add(int at, Map<String, Object> fields) {
    line = at;
    entries.add(new SessionLog.Entry(at, fields));
  }

  void message(int at, String role, String text) {
    message(at, role, text, "");
  }

  /** What an agent said that works beside the one whose session this is; empty = that one. */
  void message(int at, String role, String text, String agent) {
    if (text.isBlank()) {
      return;
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("type", role.equals("user") ? "user_message" : "message");
    if (!role.equals("user")) {
      fields.put("role", role);
    }
    fields.put("text", text);
    if (!agent.isEmpty()) {
      fields.put("agent", agent);
    }
    add(at, fields);
  }

  /**
   * A tool call's fields; command and file are taken from its arguments where they have a usual
   * name.
   */
  static Map<String, Object> toolCall(String tool, JsonNode arguments) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("type", "tool_call");
    fields.put("tool", tool.isEmpty() ? "unknown" : tool);
    Object args = LenientJson.toPlain(arguments);
    if (args != null) {
      fields.put("args", args);
    }
    putFirst(fields, "command", arguments, List.of("command", "cmd", "code", "script"));
    putFirst(
        fields,
        "file",
        arguments,
        List.of("file_path", "path", "file", "filename", "filepath", "notebook_path"));
    return fields;
  }

  private static void putFirst(
      Map<String, Object> fields, String name, JsonNode arguments, List<String> keys) {
    for (String key : keys) {
      JsonNode value = arguments.path(key);
      if (value.isTextual()) {
        fields.put(name, value.textValue());
        return;
      }
      if (value.isArray() && name.equals("command")) {
        fields.put(name, line(value));
        return;
      }
    }
  }

  /** A command in words as a line; of {@code bash -lc LINE} it is that line. */
  private static String line(JsonNode command) {
    List<String> words = new ArrayList<>();
    command.forEach(word -> words.add(LenientJson.text(word)));
    boolean shell =
        words.size() == 3
            && words.get(0).matches("(/\\w+)*/?(ba|z|da)?sh")
            && words.get(1).matches("-\\w*c");
    return shell ? words.get(2) : String.join(" ", words);
  }

  /** All entries; unanswered calls come last. */
  public List<SessionLog.Entry> finish() {
    for (Map<String, Object> fields : open.values()) {
      fields.put("resolved", false);
      entries.add(new SessionLog.Entry(line, fields));
    }
    open.clear();
    return List.copyOf(entries);
  }
}
