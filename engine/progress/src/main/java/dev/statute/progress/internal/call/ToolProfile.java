package dev.statute.progress.internal.call;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tool as the catalogue knows it.
 *
 * @param name name in records
 * @param id key of the name
 * @param derived effect that the words of the name suggest
 * @param loopKey arguments that identify an action; null = all
 */
record ToolProfile(
    String name, int id, Declaration declared, ToolEffect derived, @Nullable List<String> loopKey) {
  /** Arguments with a command line, unless declared otherwise. */
  private static final List<String> COMMANDS =
      List.of("command", "cmd", "command_line", "commandLine", "CommandLine");

  /**
   * Declaration of a tool in settings.
   *
   * @param effect effect of its calls; null if not declared
   * @param by argument that decides the effect
   * @param cases effects by the values of that argument
   * @param runs argument with a command line
   * @param key arguments that identify an action; null = all
   * @param ignore arguments that do not identify an action
   * @param exempt whether its calls are not counted
   */
  record Declaration(
      @Nullable ToolEffect effect,
      @Nullable String by,
      Map<String, ToolEffect> cases,
      @Nullable String runs,
      @Nullable List<String> key,
      List<String> ignore,
      boolean exempt) {
    static final Declaration NONE =
        new Declaration(null, null, Map.of(), null, null, List.of(), false);

    static Declaration of(@Nullable Object value) {
      Map<?, ?> map =
          value instanceof Map<?, ?> given ? given : Map.of("effect", String.valueOf(value));
      Map<String, ToolEffect> cases = new HashMap<>();
      ToolCatalogue.effects(map.get("cases"), cases);
      return new Declaration(
          ToolEffect.named(String.valueOf(map.get("effect"))),
          map.get("by") instanceof String by ? by : null,
          cases,
          map.get("runs") instanceof String runs ? runs : null,
          map.get("key") == null ? null : ToolCatalogue.texts(map.get("key")),
          ToolCatalogue.texts(map.get("ignore")),
          Boolean.TRUE.equals(map.get("exempt")));
    }
  }

  /**
   * Returns the command line that a call runs; empty if it runs none.
   *
   * @param given command line in the record; one of several words has lost their quotes
   */
  String command(@Nullable Object args, String given) {
    if (!(args instanceof Map<?, ?> map) || declared.by() != null) {
      return given;
    }
    for (String name : declared.runs() == null ? COMMANDS : List.of(declared.runs())) {
      Object value = map.get(name);
      if (value instanceof List<?> words) {
        return ShellCommandParser.join(words);
      }
      if (value instanceof String text) {
        return given.isEmpty() ? text : given;
      }
    }
    return given;
  }
}
