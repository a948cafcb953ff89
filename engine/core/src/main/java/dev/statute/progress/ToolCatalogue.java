package dev.statute.progress;

import dev.statute.policy.Settings;
import dev.statute.progress.internal.Shell;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What is known about tools and their texts: which tool does what kind of work, which programs,
 * what errors and empty results say. Nothing in it is built in; it is read from settings, which a
 * pack declares with defaults and a chart may change. Immutable.
 *
 * <p>Settings: {@code tool_effects} and {@code my_tool_effects} (tool → effect, the second wins);
 * {@code word_effects} (a word of the tool's name → effect); {@code command_effects} (a program, or
 * a program and its first word → effect); {@code error_classes} (class → phrases); {@code
 * empty_results} (phrases); {@code ignored_args} (names); {@code loop_keys} (tool → the arguments
 * that count).
 */
public final class ToolCatalogue {
  private static final int REMEMBERED = 1_024;
  private final Map<String, Effect> tools = new HashMap<>();
  private final Map<String, Effect> words = new HashMap<>();
  private final Map<String, Effect> commands = new HashMap<>();
  private final Map<String, List<String>> errors = new LinkedHashMap<>();
  private final Set<String> empties = new HashSet<>();
  private final List<String> emptyStarts = new ArrayList<>();

  /** Programs of which an option matters. */
  private final Set<String> optional = new HashSet<>();

  /** What the words of a tool's name say, remembered; tools are few. */
  private final Map<String, Effect> byWords = new ConcurrentHashMap<>();

  private final List<String> ignored;
  private final Map<String, List<String>> loopKeys = new HashMap<>();

  private ToolCatalogue(Settings settings) {
    effects(settings.value("tool_effects"), tools);
    effects(settings.value("my_tool_effects"), tools);
    effects(settings.value("word_effects"), words);
    effects(settings.value("command_effects"), commands);
    if (settings.value("error_classes") instanceof Map<?, ?> classes) {
      classes.forEach((name, phrases) -> errors.put(String.valueOf(name), texts(phrases)));
    }
    if (settings.value("loop_keys") instanceof Map<?, ?> keys) {
      keys.forEach((tool, names) -> loopKeys.put(String.valueOf(tool), texts(names)));
    }
    for (String phrase : texts(settings.value("empty_results"))) {
      if (phrase.endsWith("…")) {
        emptyStarts.add(phrase.substring(0, phrase.length() - 1));
      } else {
        empties.add(phrase);
      }
    }
    for (String command : commands.keySet()) {
      int option = command.indexOf(" … ");
      if (option > 0) {
        optional.add(command.substring(0, option));
      }
    }
    ignored = texts(settings.value("ignored_args"));
  }

  /** The catalogue that these settings hold. */
  public static ToolCatalogue of(Settings settings) {
    return new ToolCatalogue(settings);
  }

  private static void effects(@Nullable Object value, Map<String, Effect> into) {
    if (value instanceof Map<?, ?> map) {
      map.forEach(
          (name, word) -> {
            Effect effect = Effect.named(String.valueOf(word));
            if (effect != null) {
              into.put(String.valueOf(name).toLowerCase(Locale.ROOT), effect);
            }
          });
    }
  }

  private static List<String> texts(@Nullable Object value) {
    List<String> texts = new ArrayList<>();
    if (value instanceof List<?> list) {
      list.forEach(each -> texts.add(String.valueOf(each)));
    }
    return List.copyOf(texts);
  }

  List<String> ignoredArgs() {
    return ignored;
  }

  /** The arguments of a tool that count; null if all do. */
  @Nullable List<String> loopKey(String tool) {
    return loopKeys.get(tool);
  }

  /** What kind of work a call is: by the tool's name, else by the command, else by its words. */
  Effect effect(String tool, String command, boolean onFile) {
    Effect known = tools.get(tool.toLowerCase(Locale.ROOT));
    if (known != null) {
      return known;
    }
    if (!command.isEmpty()) {
      return command(command);
    }
    Effect words = byWords.get(tool);
    if (words == null) {
      words = words(tool);
      if (byWords.size() < REMEMBERED) {
        byWords.put(tool, words);
      }
    }
    return words == Effect.EDIT && !onFile ? Effect.EXEC_WRITE : words;
  }

  private Effect words(String tool) {
    for (String word : split(tool)) {
      Effect effect = words.get(word);
      if (effect != null) {
        return effect;
      }
    }
    return Effect.EXEC;
  }

  /** The words of a name: {@code read_file}, {@code readFile} and {@code read-file} have two. */
  private static List<String> split(String name) {
    List<String> all = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letter = Character.isLetterOrDigit(c);
      boolean starts =
          Character.isUpperCase(c) && i > 0 && Character.isLowerCase(name.charAt(i - 1));
      if ((!letter || starts) && word.length() > 0) {
        all.add(word.toString());
        word.setLength(0);
      }
      if (letter) {
        word.append(Character.toLowerCase(c));
      }
    }
    all.add(word.toString());
    return all;
  }

  /** Of all that a line runs, the kind of work that matters most. */
  private Effect command(String line) {
    Effect strongest = null;
    for (Shell.Simple simple : Shell.parse(line)) {
      Effect effect = simple.writes() ? Effect.EXEC_WRITE : simple(simple);
      if (strongest == null || weight(effect) > weight(strongest)) {
        strongest = effect;
      }
    }
    return strongest == null ? Effect.EXEC : strongest;
  }

  private Effect simple(Shell.Simple simple) {
    List<String> given = simple.words();
    String program = simple.program().toLowerCase(Locale.ROOT);
    for (int count = Math.min(3, given.size()); count > 1; count--) {
      Effect effect = commands.get(program + " " + String.join(" ", given.subList(1, count)));
      if (effect != null) {
        return effect;
      }
    }
    boolean execs = program.equals("find") || program.equals("fd");
    for (int i = 1; i < given.size() && (execs || optional.contains(program)); i++) {
      // an option may turn a look into a write: sed -i, find … -delete, find … -exec rm
      Effect effect = commands.get(program + " … " + given.get(i));
      if (effect == null && given.get(i).startsWith("-exec") && i + 1 < given.size()) {
        effect = commands.get(given.get(i + 1));
      }
      if (effect != null) {
        return effect;
      }
    }
    return commands.getOrDefault(program, Effect.EXEC);
  }

  private static int weight(Effect effect) {
    return switch (effect) {
      case EXEC_WRITE, EDIT, SUBMIT -> 9;
      case TEST -> 8;
      case EXEC, HANDOFF, FORMAT -> 7;
      case POLL -> 6;
      case CLOCK -> 5;
      case SEARCH -> 4;
      case PAGE -> 3;
      case READ -> 2;
      case THINK, MSG -> 1;
    };
  }

  /** Whether a result says that there is nothing. */
  boolean empty(String output) {
    String text = output.strip();
    if (text.isEmpty()) {
      return true;
    }
    if (text.length() > 200) {
      return false;
    }
    String lower = text.toLowerCase(Locale.ROOT);
    if (empties.contains(lower)) {
      return true;
    }
    for (String start : emptyStarts) {
      if (lower.startsWith(start)) {
        return true;
      }
    }
    return false;
  }

  /** The class whose phrase a text says, the first declared; null if none. */
  @Nullable String errorClass(String lowerText) {
    for (Map.Entry<String, List<String>> entry : errors.entrySet()) {
      for (String phrase : entry.getValue()) {
        if (lowerText.contains(phrase)) {
          return entry.getKey();
        }
      }
    }
    return null;
  }

  /** The line of a text that says the phrase of that class. */
  String line(String name, List<String> lines) {
    for (String line : lines) {
      String lower = line.toLowerCase(Locale.ROOT);
      for (String phrase : errors.getOrDefault(name, List.of())) {
        if (lower.contains(phrase)) {
          return line;
        }
      }
    }
    return lines.get(0);
  }
}
