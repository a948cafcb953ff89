package dev.statute.logs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.statute.json.JsonText;
import dev.statute.logs.internal.LenientJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Fields of the record of a tool call, from logs of sessions and from hooks. Mutable. */
public final class CallFields {
  private static final List<String> COMMANDS =
      List.of("command", "cmd", "code", "script", "command_line", "commandLine", "CommandLine");

  /** Arguments whose lists are words; lists of other ones are lines. */
  private static final Set<String> WORDS = Set.of("command", "cmd");

  private static final List<String> FILES =
      List.of(
          ("file_path path file filename filepath filePath notebook_path target_file relative_path"
                  + " absolute_path absolutePath file_name TargetFile AbsolutePath")
              .split(" "));
  private static final Pattern SHELL = Pattern.compile("(ba|z|da)?sh|/(\\w+/)*+\\w*sh");

  /** Word that a shell reads as it is. */
  private static final Pattern PLAIN = Pattern.compile("[^\\s'\";|&<>#()`\\\\]++");

  /** Head of the output of a command that failed. */
  private static final Pattern EXIT = Pattern.compile("Exit code (\\d{1,3})(?:\\n|$)");

  /** Line of a patch that names its file. */
  private static final Pattern PATCHED =
      Pattern.compile("(?m)^\\*\\*\\* (?:Add|Update|Delete) File: (.+?)\\s*$");

  /** Result of a shell command of Gemini CLI: output and exit code between lines that change. */
  private static final Pattern GEMINI_SHELL =
      Pattern.compile(
          "(?s)(?:<untrusted_context>\\n)?Output: (.*?)(?:\\nError: [^\\n]*)?"
              + "(?:\\nExit Code: (\\d{1,3}))?(?:\\nSignal: [^\\n]*)?"
              + "(?:\\nBackground PIDs: [^\\n]*)?"
              + "\\nProcess Group PGID: \\d+(?:\\n</untrusted_context>)?\\s*");

  private final Map<String, Object> fields;

  private CallFields(Map<String, Object> fields) {
    this.fields = fields;
  }

  /** Begins a call; command and file are taken from arguments with usual names. */
  public static CallFields of(String tool, JsonNode arguments) {
    return ofPlain(tool, LenientJson.toPlain(arguments));
  }

  /**
   * Begins a call, see {@link #of}.
   *
   * @param args plain values; null = not known
   */
  public static CallFields ofPlain(String tool, @Nullable Object args) {
    CallFields call = new CallFields(new LinkedHashMap<>());
    call.fields.put("type", "tool_call");
    call.fields.put("tool", tool.isEmpty() ? "unknown" : tool);
    if (args != null) {
      call.fields.put("args", args instanceof Number || args instanceof Boolean ? args + "" : args);
    }
    if (args instanceof Map<?, ?> named) {
      call.putFirst("command", named, COMMANDS);
      call.putFirst("file", named, FILES);
    }
    return tool.equals("apply_patch") ? call.patch(args) : call;
  }

  /**
   * Begins a call.
   *
   * @param arguments JSON or other text
   */
  public static CallFields ofText(String tool, String arguments) {
    return of(tool, arguments(TextNode.valueOf(arguments)));
  }

  /** Continues a call that has begun; the map is changed. */
  public static CallFields begun(Map<String, Object> fields) {
    return new CallFields(fields);
  }

  private void putFirst(String field, Map<?, ?> arguments, List<String> names) {
    for (String name : names) {
      Object value = arguments.get(name);
      if (value instanceof String text) {
        fields.put(field, text);
        return;
      }
      if (value instanceof List<?> words && field.equals("command")) {
        fields.put(field, commandLine(words, WORDS.contains(name)));
        return;
      }
    }
  }

  private CallFields patch(@Nullable Object arguments) {
    for (String name : List.of("input", "command", "patch")) {
      Object text = arguments instanceof Map<?, ?> named ? named.get(name) : arguments;
      Matcher target = PATCHED.matcher(text instanceof String patch ? patch : "");
      if (target.find()) {
        return with("file", target.group(1));
      }
    }
    return this;
  }

  /**
   * Returns words as one line, quoted where a shell needs it; of {@code bash -lc LINE} the line.
   * One word by itself is a line.
   */
  private static String commandLine(List<?> command, boolean quotes) {
    List<String> words =
        command.stream()
            .map(word -> word instanceof String text ? text : JsonText.write(word))
            .toList();
    boolean shell =
        words.size() == 3
            && SHELL.matcher(words.get(0)).matches()
            && words.get(1).matches("-\\w*c");
    if (shell) {
      return words.get(2);
    }
    return quotes && words.size() > 1
        ? words.stream().map(CallFields::quoted).collect(Collectors.joining(" "))
        : String.join(" ", words);
  }

  private static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /**
   * Adds the result.
   *
   * @param success null = not known
   * @param exit null = not known
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
  public CallFields failure(String error) {
    Matcher exit = EXIT.matcher(error);
    return exit.lookingAt()
        ? result(error.substring(exit.end()), false, Long.parseLong(exit.group(1)))
        : result(error, false, null);
  }

  /**
   * Adds the result that Gemini CLI gives; of a shell command the text is unwrapped, and the exit
   * code, which a success leaves out, tells the success.
   */
  public CallFields geminiResult(String text, boolean success) {
    Matcher shell = GEMINI_SHELL.matcher(text);
    if (!success || !shell.matches()) {
      return result(text, success, null);
    }
    String exit = shell.group(2);
    return result(shell.group(1), null, exit == null ? 0L : Long.parseLong(exit));
  }

  /** Adds a field if its value is not empty. */
  public CallFields with(String name, String value) {
    if (!value.isEmpty()) {
      fields.put(name, value);
    }
    return this;
  }

  /** Adds the time that the call took, in milliseconds, if known. */
  public CallFields took(JsonNode millis) {
    if (millis.isNumber()) {
      fields.put("duration_ms", millis.longValue());
    }
    return this;
  }

  /** Returns the fields of the record; changes of the map are changes of this call. */
  public Map<String, Object> map() {
    return fields;
  }

  /**
   * Returns a text as it is, another value as JSON, nothing as empty text. Unpaired surrogates
   * become U+FFFD.
   */
  public static String text(JsonNode value) {
    return LenientJson.text(value);
  }

  /**
   * Returns arguments that are an object or array in a text, parsed; any other ones as they are.
   * Text that follows is left out, since programs that run the call do so.
   */
  public static JsonNode arguments(JsonNode value) {
    return LenientJson.first(value);
  }

  /** Returns a result that as a whole is an object or array in a text, parsed; others as is. */
  public static JsonNode parsed(JsonNode value) {
    return LenientJson.whole(value);
  }

  /** Returns a whole number; null for anything else. */
  public static @Nullable Long wholeNumber(JsonNode value) {
    return value.isIntegralNumber() ? (Long) value.longValue() : null;
  }
}
