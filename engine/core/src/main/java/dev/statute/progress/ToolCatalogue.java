package dev.statute.progress;

import dev.statute.policy.Settings;
import dev.statute.progress.internal.PhraseFinder;
import dev.statute.progress.internal.Shell;
import java.util.ArrayList;
import java.util.HashMap;
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
 * <p>Settings: {@code tool_effects} and {@code my_tool_effects} (tool → effect, or a map with
 * {@code effect by cases runs key exempt}; the second wins); {@code word_effects} (a word of the
 * tool's name → effect); {@code command_effects} (a program, or a program and its first word →
 * effect); {@code error_classes} (class → phrases); {@code empty_results}, {@code unseen_results},
 * {@code complaints} (phrases); {@code ignored_args} (names); {@code loop_keys} (tool → the
 * arguments that count).
 */
public final class ToolCatalogue {
  private static final int REMEMBERED = 1_024;

  /** A longer result is not empty, however it starts. */
  private static final int SHORT = 200;

  /** Arguments that hold a command line, where nothing else is known. */
  private static final List<String> COMMANDS = List.of("command", "cmd");

  private final Map<String, Tool> tools = new HashMap<>();
  private final Map<String, Effect> words = new HashMap<>();
  private final Programs programs;
  private final List<String> errorNames = new ArrayList<>();
  private final PhraseFinder phrases;
  private final Phrases empties;
  private final Phrases unseen;
  private final Phrases complaints;

  /** What is known of tools by their names as they come, remembered; tools are few. */
  private final Map<String, Tool> byName = new ConcurrentHashMap<>();

  /** What the words of a tool's name say, remembered. */
  private final Map<String, Effect> byWords = new ConcurrentHashMap<>();

  private final Set<String> ignored;
  private final Map<String, List<String>> loopKeys = new HashMap<>();

  private ToolCatalogue(Settings settings) {
    for (String name : new String[] {"tool_effects", "my_tool_effects"}) {
      if (settings.value(name) instanceof Map<?, ?> map) {
        map.forEach((tool, said) -> tools.put(lower(tool), Tool.of(said)));
      }
    }
    effects(settings.value("word_effects"), words);
    Map<String, Effect> commands = new HashMap<>();
    effects(settings.value("command_effects"), commands);
    programs = new Programs(commands);
    List<List<String>> said = new ArrayList<>();
    if (settings.value("error_classes") instanceof Map<?, ?> classes) {
      classes.forEach(
          (name, words) -> {
            errorNames.add(String.valueOf(name));
            said.add(texts(words));
          });
    }
    phrases = new PhraseFinder(said);
    if (settings.value("loop_keys") instanceof Map<?, ?> keys) {
      keys.forEach((tool, names) -> loopKeys.put(String.valueOf(tool), texts(names)));
    }
    empties = new Phrases(texts(settings.value("empty_results")));
    unseen = new Phrases(texts(settings.value("unseen_results")));
    complaints = new Phrases(texts(settings.value("complaints")));
    ignored = Set.copyOf(texts(settings.value("ignored_args")));
  }

  /**
   * What is known of a tool by name.
   *
   * @param by the argument that says what a call does, and {@code cases} the kinds of work by its
   *     values
   * @param runs the argument that holds a command line
   * @param key the only arguments that say what a call does
   */
  private record Tool(
      @Nullable Effect effect,
      @Nullable String by,
      Map<String, Effect> cases,
      @Nullable String runs,
      @Nullable List<String> key,
      boolean exempt) {
    static final Tool UNKNOWN = new Tool(null, null, Map.of(), null, null, false);

    static Tool of(@Nullable Object said) {
      if (!(said instanceof Map<?, ?> map)) {
        return new Tool(Effect.named(String.valueOf(said)), null, Map.of(), null, null, false);
      }
      Map<String, Effect> cases = new HashMap<>();
      effects(map.get("cases"), cases);
      return new Tool(
          Effect.named(String.valueOf(map.get("effect"))),
          map.get("by") instanceof String by ? by : null,
          cases,
          map.get("runs") instanceof String runs ? runs : null,
          map.get("key") == null ? null : texts(map.get("key")),
          Boolean.TRUE.equals(map.get("exempt")));
    }
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
              into.put(lower(name), effect);
            }
          });
    }
  }

  private static String lower(Object name) {
    return String.valueOf(name).toLowerCase(Locale.ROOT);
  }

  /** The words for kinds of work, in order. */
  public static List<String> effects() {
    return Effect.names();
  }

  private static List<String> texts(@Nullable Object value) {
    List<String> texts = new ArrayList<>();
    if (value instanceof List<?> list) {
      list.forEach(each -> texts.add(String.valueOf(each)));
    }
    return List.copyOf(texts);
  }

  /** Whether an argument never says what a call does. */
  boolean ignores(String argument) {
    return ignored.contains(argument);
  }

  /** The arguments of a tool that count; null if all do. */
  @Nullable List<String> loopKey(String tool) {
    List<String> given = loopKeys.get(tool);
    return given == null ? tool(tool).key() : given;
  }

  /** Whether calls of a tool count as nothing. */
  boolean exempt(String tool) {
    return tool(tool).exempt();
  }

  /** The command line that a call runs, if its tool runs any; empty otherwise. */
  String command(String tool, @Nullable Object args) {
    Tool known = tool(tool);
    if (!(args instanceof Map<?, ?> map) || known.by() != null) {
      return "";
    }
    for (String name : known.runs() == null ? COMMANDS : List.of(known.runs())) {
      Object value = map.get(name);
      if (value instanceof String text) {
        return text;
      }
      if (value instanceof List<?> words) {
        return Shell.joined(words);
      }
    }
    return "";
  }

  /** What is known of a tool; one of an MCP server is known by its own name too. */
  private Tool tool(String name) {
    Tool known = byName.get(name);
    if (known == null) {
      known = find(lower(name));
      if (byName.size() < REMEMBERED) {
        byName.put(name, known);
      }
    }
    return known;
  }

  private Tool find(String lower) {
    Tool known = tools.get(lower);
    int server = known == null ? lower.lastIndexOf("__") : -1;
    return known != null
        ? known
        : server < 0 ? Tool.UNKNOWN : tools.getOrDefault(lower.substring(server + 2), Tool.UNKNOWN);
  }

  /**
   * What kind of work a call is: by the tool's name and the argument that says what it does, else
   * by the command, else by the words of the name.
   */
  Effect effect(String tool, @Nullable Object args, String command, boolean onFile) {
    Tool known = tool(tool);
    String by = known.by();
    Object which = by != null && args instanceof Map<?, ?> map ? map.get(by) : null;
    Effect effect =
        which == null ? known.effect() : known.cases().getOrDefault(lower(which), known.effect());
    if (effect != null) {
      return effect;
    }
    if (!command.isEmpty()) {
      return programs.effect(command);
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

  /** By the first word that says it; what gets a status, or reads what is put out by now, polls. */
  private Effect words(String tool) {
    List<String> all = split(tool);
    boolean polls = words.get(all.get(all.size() - 1)) == Effect.POLL;
    for (String word : all) {
      Effect effect = words.get(word);
      if (effect != null) {
        return effect == Effect.READ && polls ? Effect.POLL : effect;
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

  /** Whether a result says that there is nothing. */
  boolean empty(String output) {
    int start = start(output);
    int end = output.length();
    while (end > start && Character.isWhitespace(output.charAt(end - 1))) {
      end--;
    }
    return end == start || (end - start <= SHORT && empties.in(output.substring(start, end)));
  }

  /** Whether a result only says that there is one, such as a picture that is not in the text. */
  boolean unseen(String output) {
    return output.length() <= SHORT && unseen.in(output.strip());
  }

  /** Whether a result that is called a success begins with words that say otherwise. */
  boolean complains(String output) {
    return complaints.starts(output, start(output))
        || (output.length() <= SHORT && complaints.in(output.strip()));
  }

  /** Where it starts, after the space before it. */
  private static int start(String text) {
    int start = 0;
    while (start < text.length() && Character.isWhitespace(text.charAt(start))) {
      start++;
    }
    return start;
  }

  /** Which errors a text says. */
  Errors errors(String text) {
    return new Errors(errorNames, phrases.find(text));
  }
}
