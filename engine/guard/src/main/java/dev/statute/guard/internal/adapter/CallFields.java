package dev.statute.guard.internal.adapter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Fields of the record of a tool call, as session logs give them too. */
public final class CallFields {
  private static final List<String> COMMANDS = List.of("command", "cmd", "code", "script");
  private static final List<String> FILES =
      List.of("file_path", "path", "file", "filename", "filepath", "filePath", "notebook_path");
  private static final Pattern SHELL = Pattern.compile("(ba|z|da)?sh|/(\\w+/)*+\\w*sh");

  /** Head of the output of a command that failed. */
  private static final Pattern EXIT = Pattern.compile("Exit code (\\d{1,3})(?:\\n|$)");

  private static final Pattern PATCHED =
      Pattern.compile("(?m)^\\*\\*\\* (?:Add|Update|Delete) File: (.+?)\\s*$");

  private final Map<String, Object> fields = new LinkedHashMap<>();

  /**
   * Begins a call.
   *
   * @param agent id of a sub-agent; empty for the agent of the session
   */
  CallFields(String tool, JsonNode arguments, String agent) {
    fields.put("type", "tool_call");
    fields.put("tool", tool.isEmpty() ? "unknown" : tool);
    Object args = HookPayload.plain(arguments);
    if (args != null) {
      fields.put("args", args instanceof Number || args instanceof Boolean ? args + "" : args);
    }
    putFirst("command", arguments, COMMANDS);
    putFirst("file", arguments, FILES);
    if (tool.equals("apply_patch")) {
      putPatchedFile(arguments);
    }
    if (!agent.isEmpty()) {
      fields.put("agent", agent);
    }
  }

  /**
   * Begins a call of an agent in this process.
   *
   * @param arguments JSON or other text
   */
  public static CallFields of(String tool, String arguments) {
    return new CallFields(tool, HookPayload.parsed(TextNode.valueOf(arguments)), "");
  }

  private void putFirst(String field, JsonNode arguments, List<String> names) {
    for (String name : names) {
      JsonNode value = arguments.path(name);
      if (value.isTextual()) {
        fields.put(field, HookPayload.text(value));
        return;
      }
      if (value.isArray() && field.equals("command")) {
        fields.put(field, commandLine(value));
        return;
      }
    }
  }

  private void putPatchedFile(JsonNode arguments) {
    for (String name : List.of("input", "command", "patch")) {
      Matcher target = PATCHED.matcher(arguments.path(name).asText(""));
      if (target.find()) {
        fields.put("file", target.group(1));
        return;
      }
    }
  }

  /** Returns words as one line; of {@code bash -lc LINE} the line. */
  private static String commandLine(JsonNode words) {
    List<String> texts = new ArrayList<>();
    words.forEach(word -> texts.add(HookPayload.text(word)));
    boolean shell =
        texts.size() == 3
            && SHELL.matcher(texts.get(0)).matches()
            && texts.get(1).matches("-\\w*c");
    return shell ? texts.get(2) : String.join(" ", texts);
  }

  /**
   * Adds the result.
   *
   * @param success null if the payload does not tell
   * @param exit null if the payload does not tell
   */
  public CallFields result(String output, @Nullable Boolean success, @Nullable Long exit) {
    fields.put("output", output);
    if (exit != null) {
      fields.put("exit_code", exit);
    }
    Boolean good = success != null ? success : exit == null ? null : (Boolean) (exit == 0);
    if (good != null) {
      fields.put("success", good);
      if (!good) {
        fields.put("error", output);
      }
    }
    return this;
  }

  /** Adds a failure; a head {@code Exit code N} becomes the exit code. */
  CallFields failure(String error) {
    Matcher exit = EXIT.matcher(error);
    return exit.lookingAt()
        ? result(error.substring(exit.end()), false, Long.parseLong(exit.group(1)))
        : result(error, false, null);
  }

  /** Adds a field if its value is not empty. */
  public CallFields with(String name, String value) {
    if (!value.isEmpty()) {
      fields.put(name, value);
    }
    return this;
  }

  /** Adds the time that the call took, in milliseconds, if known. */
  CallFields took(JsonNode millis) {
    if (millis.isNumber()) {
      fields.put("duration_ms", millis.longValue());
    }
    return this;
  }

  /** Returns the fields of the record. */
  public Map<String, Object> map() {
    return fields;
  }
}
