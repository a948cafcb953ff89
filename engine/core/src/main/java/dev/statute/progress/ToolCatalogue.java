package dev.statute.progress;

import dev.statute.policy.Settings;
import dev.statute.progress.internal.PhraseFinder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
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
 * {@code effect by cases runs key ignore exempt}; the second wins); {@code word_effects} (a word of
 * the tool's name → effect); {@code command_effects} (a program, or a program and its first word →
 * effect); {@code error_classes} (class → phrases); {@code empty_results}, {@code unseen_results},
 * {@code complaints} (phrases); {@code catalogue_ignores}, {@code ignored_args} (names of arguments
 * that do not count), {@code catalogue_ignores_beside_command} (the same of calls that run a
 * command line); {@code loop_keys} (tool → the arguments that count).
 */
public final class ToolCatalogue {
  private static final int REMEMBERED = 1_024;

  /** A longer result is not empty, however it starts. */
  private static final int SHORT = 200;

  private final Map<String, ToolProfile.Said> tools = new HashMap<>();
  private final Map<String, ToolEffect> words = new HashMap<>();
  private final CommandCatalogue programs;
  private final List<String> errorNames = new ArrayList<>();
  private final PhraseFinder phrases;
  private final PhraseSet empties;
  private final PhraseSet unseen;
  private final PhraseSet complaints;

  /** Tools by their names as they come, remembered; they are few. */
  private final Map<String, ToolProfile> byName = new ConcurrentHashMap<>();

  private final Set<String> ignored = new HashSet<>();
  private final Set<String> ignoredBesideCommand = new HashSet<>();
  private final Map<String, List<String>> loopKeys = new HashMap<>();

  private ToolCatalogue(Settings settings) {
    for (String name : new String[] {"tool_effects", "my_tool_effects"}) {
      if (settings.value(name) instanceof Map<?, ?> map) {
        map.forEach((tool, said) -> tools.put(lower(tool), ToolProfile.Said.of(said)));
      }
    }
    effects(settings.value("word_effects"), words);
    Map<String, ToolEffect> commands = new HashMap<>();
    effects(settings.value("command_effects"), commands);
    programs = new CommandCatalogue(commands);
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
    empties = new PhraseSet(texts(settings.value("empty_results")));
    unseen = new PhraseSet(texts(settings.value("unseen_results")));
    complaints = new PhraseSet(texts(settings.value("complaints")));
    ignored.addAll(texts(settings.value("catalogue_ignores")));
    ignored.addAll(texts(settings.value("ignored_args")));
    ignoredBesideCommand.addAll(texts(settings.value("catalogue_ignores_beside_command")));
  }

  /** The catalogue that these settings hold. */
  public static ToolCatalogue of(Settings settings) {
    return new ToolCatalogue(settings);
  }

  static void effects(@Nullable Object value, Map<String, ToolEffect> into) {
    if (value instanceof Map<?, ?> map) {
      map.forEach(
          (name, word) -> {
            ToolEffect effect = ToolEffect.named(String.valueOf(word));
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
    return ToolEffect.names();
  }

  static List<String> texts(@Nullable Object value) {
    List<String> texts = new ArrayList<>();
    if (value instanceof List<?> list) {
      list.forEach(each -> texts.add(String.valueOf(each)));
    }
    return List.copyOf(texts);
  }

  /**
   * Whether an argument does not say what a call does.
   *
   * @param runs whether the call runs a command line
   */
  boolean ignores(String argument, ToolProfile tool, boolean runs) {
    return ignored.contains(argument)
        || (runs && ignoredBesideCommand.contains(argument))
        || tool.said().ignore().contains(argument);
  }

  /** The tool of that name. */
  ToolProfile tool(String name) {
    ToolProfile known = byName.get(name);
    if (known == null) {
      ToolProfile.Said said = said(lower(name));
      List<String> given = loopKeys.get(name);
      List<String> loopKey = given == null ? said.key() : given;
      known = new ToolProfile(name, TextHash.half(name), said, words(name), loopKey);
      if (byName.size() < REMEMBERED) {
        byName.put(name, known);
      }
    }
    return known;
  }

  /** What settings say of a tool; one of an MCP server is known by its own name too. */
  private ToolProfile.Said said(String lower) {
    ToolProfile.Said said = tools.get(lower);
    int server = said == null ? lower.lastIndexOf("__") : -1;
    return said != null
        ? said
        : server < 0
            ? ToolProfile.Said.NOTHING
            : tools.getOrDefault(lower.substring(server + 2), ToolProfile.Said.NOTHING);
  }

  /**
   * What kind of work a call is: by the tool's name and the argument that says what it does, else
   * by the command, else by the words of the name.
   */
  ToolEffect effect(ToolProfile tool, @Nullable Object args, String command, boolean onFile) {
    ToolProfile.Said said = tool.said();
    String by = said.by();
    Object which = by != null && args instanceof Map<?, ?> map ? map.get(by) : null;
    ToolEffect effect =
        which == null ? said.effect() : said.cases().getOrDefault(lower(which), said.effect());
    if (effect != null) {
      return effect;
    }
    if (!command.isEmpty()) {
      return programs.effect(command);
    }
    return tool.named() == ToolEffect.EDIT && !onFile ? ToolEffect.EXEC_WRITE : tool.named();
  }

  /** By the first word that says it; what gets a status, or reads what is put out by now, polls. */
  private ToolEffect words(String tool) {
    List<String> all = split(tool);
    boolean polls = words.get(all.get(all.size() - 1)) == ToolEffect.POLL;
    for (String word : all) {
      ToolEffect effect = words.get(word);
      if (effect != null) {
        return effect == ToolEffect.READ && polls ? ToolEffect.POLL : effect;
      }
    }
    return ToolEffect.EXEC;
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
  ErrorPhrases errors(String text) {
    return new ErrorPhrases(errorNames, phrases.find(text));
  }
}
