package dev.statute.progress;

import dev.statute.progress.internal.ShellCommandParser;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tool, by its name as it comes in records.
 *
 * @param id key of the name
 * @param named the kind of work that the words of the name say
 * @param loopKey the only arguments that say what a call does; null if all do
 */
record ToolProfile(
    String name, int id, Said said, ToolEffect named, @Nullable List<String> loopKey) {
  /** Arguments that hold a command line, where nothing else is known. */
  private static final List<String> COMMANDS = List.of("command", "cmd");

  /**
   * What settings say of a tool.
   *
   * @param effect what kind of work its calls are; null if that is not said
   * @param by the argument that says what a call does, and {@code cases} the kinds of work by its
   *     values
   * @param runs the argument that holds a command line
   * @param key the only arguments that say what a call does
   * @param ignore arguments that do not
   * @param exempt whether its calls count as nothing
   */
  record Said(
      @Nullable ToolEffect effect,
      @Nullable String by,
      Map<String, ToolEffect> cases,
      @Nullable String runs,
      @Nullable List<String> key,
      List<String> ignore,
      boolean exempt) {
    static final Said NOTHING = new Said(null, null, Map.of(), null, null, List.of(), false);

    static Said of(@Nullable Object said) {
      if (!(said instanceof Map<?, ?> map)) {
        return new Said(
            ToolEffect.named(String.valueOf(said)), null, Map.of(), null, null, List.of(), false);
      }
      Map<String, ToolEffect> cases = new HashMap<>();
      ToolCatalogue.effects(map.get("cases"), cases);
      return new Said(
          ToolEffect.named(String.valueOf(map.get("effect"))),
          map.get("by") instanceof String by ? by : null,
          cases,
          map.get("runs") instanceof String runs ? runs : null,
          map.get("key") == null ? null : ToolCatalogue.texts(map.get("key")),
          ToolCatalogue.texts(map.get("ignore")),
          Boolean.TRUE.equals(map.get("exempt")));
    }
  }

  /** The command line that a call runs, if it runs any; empty otherwise. */
  String command(@Nullable Object args) {
    if (!(args instanceof Map<?, ?> map) || said.by() != null) {
      return "";
    }
    for (String name : said.runs() == null ? COMMANDS : List.of(said.runs())) {
      Object value = map.get(name);
      if (value instanceof String text) {
        return text;
      }
      if (value instanceof List<?> words) {
        return ShellCommandParser.joined(words);
      }
    }
    return "";
  }
}
