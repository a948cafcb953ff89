package dev.statute.progress.internal.call;

import dev.statute.policy.Settings;
import dev.statute.progress.internal.text.PhraseFinder;
import dev.statute.progress.internal.text.PhraseSet;
import dev.statute.progress.internal.text.TextHash;
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
 * Catalogue of tools, programs and phrases from the settings of packs and charts. Immutable.
 *
 * <ul>
 *   <li>{@code tool_effects}, {@code my_tool_effects}: effect by tool, or a map with {@code effect
 *       by cases runs key ignore exempt}; the second setting takes precedence.
 *   <li>{@code word_effects}: effect by word of a tool's name.
 *   <li>{@code command_effects}: effect by program, or program and first word.
 *   <li>{@code error_classes}: phrases by class. {@code empty_results}, {@code unseen_results},
 *       {@code complaints}: phrases.
 *   <li>{@code answer_classes}: phrases of short answers by class; {@code answer_words}: words that
 *       such answers may have besides.
 *   <li>{@code catalogue_ignores}, {@code ignored_args}: arguments that do not identify an action;
 *       {@code catalogue_ignores_beside_command} for calls that run a command line.
 *   <li>{@code loop_keys}: arguments that identify an action, by tool.
 * </ul>
 */
public final class ToolCatalogue {
  /** Classes of errors of edits that were not made. */
  private static final Set<String> REJECTIONS = Set.of("no-match-edit", "rejected-edit");

  private static final int MAX_CACHED = 1_024;

  /** Maximum length of results that are compared with phrases. */
  private static final int MAX_PHRASE = 200;

  private final Map<String, ToolProfile.Declaration> tools = new HashMap<>();
  private final Map<String, ToolEffect> words = new HashMap<>();
  private final CommandCatalogue programs;
  private final List<String> errorNames;
  private final PhraseFinder phrases;
  private final PhraseSet empties;
  private final PhraseSet unseen;
  private final PhraseSet complaints;
  private final AnswerClasses answers;

  /** Cache of tools by name. */
  private final Map<String, ToolProfile> profiles = new ConcurrentHashMap<>();

  private final Set<String> ignored = new HashSet<>();
  private final Set<String> ignoredBesideCommand = new HashSet<>();
  private final Map<String, List<String>> loopKeys = new HashMap<>();

  public ToolCatalogue(Settings settings) {
    for (String name : new String[] {"tool_effects", "my_tool_effects"}) {
      if (settings.value(name) instanceof Map<?, ?> map) {
        map.forEach((tool, value) -> tools.put(lower(tool), ToolProfile.Declaration.of(value)));
      }
    }
    effects(settings.value("word_effects"), words);
    Map<String, ToolEffect> commands = new HashMap<>();
    effects(settings.value("command_effects"), commands);
    programs = new CommandCatalogue(commands);
    Map<String, List<String>> errors = phrases(settings.value("error_classes"));
    errorNames = List.copyOf(errors.keySet());
    phrases = new PhraseFinder(List.copyOf(errors.values()));
    answers =
        new AnswerClasses(
            phrases(settings.value("answer_classes")), texts(settings.value("answer_words")));
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

  /** Returns phrases by class, in the order of the setting. */
  private static Map<String, List<String>> phrases(@Nullable Object value) {
    Map<String, List<String>> all = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((name, texts) -> all.put(String.valueOf(name), texts(texts)));
    }
    return all;
  }

  private static String lower(Object name) {
    return String.valueOf(name).toLowerCase(Locale.ROOT);
  }

  static List<String> texts(@Nullable Object value) {
    List<String> texts = new ArrayList<>();
    if (value instanceof List<?> list) {
      list.forEach(each -> texts.add(String.valueOf(each)));
    }
    return List.copyOf(texts);
  }

  /**
   * Returns whether an argument does not identify the action.
   *
   * @param runs whether the call runs a command line
   */
  boolean isIgnored(String argument, ToolProfile tool, boolean runs) {
    return ignored.contains(argument)
        || (runs && ignoredBesideCommand.contains(argument))
        || tool.declared().ignore().contains(argument);
  }

  ToolProfile tool(String name) {
    ToolProfile known = profiles.get(name);
    if (known == null) {
      ToolProfile.Declaration declared = declaration(lower(name));
      List<String> given = loopKeys.get(name);
      List<String> loopKey = given == null ? declared.key() : given;
      known = new ToolProfile(name, TextHash.key32(name), declared, derive(name), loopKey);
      if (profiles.size() < MAX_CACHED) {
        profiles.put(name, known);
      }
    }
    return known;
  }

  /** Returns the declaration of a tool; one of an MCP server may be declared without the server. */
  private ToolProfile.Declaration declaration(String lower) {
    ToolProfile.Declaration declared = tools.get(lower);
    return declared != null
        ? declared
        : tools.getOrDefault(withoutServer(lower), ToolProfile.Declaration.NONE);
  }

  /** Returns the name of a tool without that of its MCP server. */
  private static String withoutServer(String tool) {
    int server = tool.lastIndexOf("__");
    return server < 0 ? tool : tool.substring(server + 2);
  }

  /**
   * Returns the effect of a call: as declared for the tool, else that of its command line, else as
   * derived from the tool's name.
   */
  ToolEffect effect(ToolProfile tool, @Nullable Object args, String command, boolean onFile) {
    ToolProfile.Declaration declared = tool.declared();
    String by = declared.by();
    Object which = by != null && args instanceof Map<?, ?> map ? map.get(by) : null;
    ToolEffect effect =
        which == null
            ? declared.effect()
            : declared.cases().getOrDefault(lower(which), declared.effect());
    if (effect != null && !doesMore(tool, effect, command)) {
      return effect;
    }
    if (!command.isEmpty()) {
      return programs.effect(command);
    }
    return tool.derived() == ToolEffect.EDIT && !onFile ? ToolEffect.EXEC_WRITE : tool.derived();
  }

  /**
   * Returns whether a command line does more than its first word says, by other programs or by
   * writing into a file. Logs that name a call by its first word call {@code echo … | base64 -d} an
   * echo.
   */
  private static boolean doesMore(ToolProfile tool, ToolEffect effect, String command) {
    boolean light = effect.isLookup() || effect.isWait() || effect == ToolEffect.THINK;
    if (!light || !command.startsWith(withoutServer(tool.name()))) {
      return false;
    }
    List<ShellCommandParser.SimpleCommand> all = ShellCommandParser.parse(command);
    return all.size() > 1 || all.stream().anyMatch(ShellCommandParser.SimpleCommand::writes);
  }

  /** Derives the effect of the first known word; reading of something that is polled is a poll. */
  private ToolEffect derive(String tool) {
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

  /** Splits names such as {@code read_file}, {@code readFile} and {@code read-file} into words. */
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

  /** Returns whether a result is blank or a phrase for nothing. */
  boolean isEmpty(String output) {
    int start = start(output);
    int end = output.length();
    while (end > start && Character.isWhitespace(output.charAt(end - 1))) {
      end--;
    }
    return end == start
        || (end - start <= MAX_PHRASE && empties.matches(output.substring(start, end)));
  }

  /** Returns whether a result only mentions content that the text lacks, such as a picture. */
  boolean isUnseen(String output) {
    return output.length() <= MAX_PHRASE && unseen.matches(output.strip());
  }

  /** Returns whether the result of a successful call reports an error. */
  boolean isComplaint(String output) {
    return complaints.matchesPrefix(output, start(output))
        || (output.length() <= MAX_PHRASE && complaints.matches(output.strip()));
  }

  /** Returns whether the first line of an edit's result says that the edit was rejected. */
  boolean isRejection(String output) {
    int start = start(output);
    int end = output.indexOf('\n', start);
    String name = errors(output.substring(start, end < 0 ? output.length() : end)).first();
    return name != null && REJECTIONS.contains(name);
  }

  /** Returns the class of a short answer to a question, or null. */
  @Nullable String answerClass(String answer, @Nullable Object question) {
    return answers.find(answer, question);
  }

  private static int start(String text) {
    int start = 0;
    while (start < text.length() && Character.isWhitespace(text.charAt(start))) {
      start++;
    }
    return start;
  }

  /** Returns the error phrases in a text. */
  ErrorPhrases errors(String text) {
    return new ErrorPhrases(errorNames, phrases.find(text));
  }

  /**
   * Phrases of error classes that occur in a text.
   *
   * @param ends per class the index at which its first phrase ends, or -1
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record ErrorPhrases(List<String> names, int[] ends) {
    /** Returns the first declared class with a phrase in the text, or null. */
    @Nullable String first() {
      for (int i = 0; i < ends.length; i++) {
        if (ends[i] >= 0) {
          return names.get(i);
        }
      }
      return null;
    }

    /** Returns the end of the first phrase of a class, or -1. */
    int indexOf(String name) {
      int index = names.indexOf(name);
      return index < 0 ? -1 : ends[index];
    }
  }
}
