package dev.statute.logs;

import dev.statute.json.JsonText;
import dev.statute.logs.internal.text.JsonValues;
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

  private final Map<String, Object> fields;

  private CallFields(Map<String, Object> fields) {
    this.fields = fields;
  }

  /**
   * Begins a call; command and file are taken from arguments with usual names.
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
    Object read = JsonValues.container(arguments, false);
    return ofPlain(tool, JsonValues.plain(read == null ? arguments : read));
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

  /** Adds a field if its value is not empty. */
  public CallFields with(String name, String value) {
    if (!value.isEmpty()) {
      fields.put(name, value);
    }
    return this;
  }

  /** Adds the time that the call took, in milliseconds, if known. */
  public CallFields took(@Nullable Object millis) {
    if (millis instanceof Number number) {
      fields.put("duration_ms", number.longValue());
    }
    return this;
  }

  /** Returns the fields of the record; changes of the map are changes of this call. */
  public Map<String, Object> map() {
    return fields;
  }

  /** Returns a text in which U+FFFD stands for each unpaired surrogate. */
  public static String wellFormed(String text) {
    return JsonValues.wellFormed(text);
  }
}
