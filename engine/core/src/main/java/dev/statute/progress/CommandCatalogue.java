package dev.statute.progress;

import dev.statute.progress.internal.ShellCommandParser;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What kind of work a command line is, by the programs that it runs. Immutable. */
final class CommandCatalogue {
  private static final String OPTION = " … ";

  /** A program, a program and its first words, or a program and an option after {@code …}. */
  private final Map<String, ToolEffect> commands;

  /** Programs of which the words after them matter. */
  private final Set<String> compounds = new HashSet<>();

  /** Programs of which an option matters. */
  private final Set<String> optional = new HashSet<>();

  CommandCatalogue(Map<String, ToolEffect> commands) {
    this.commands = new HashMap<>(commands);
    for (String command : commands.keySet()) {
      int option = command.indexOf(OPTION);
      int space = command.indexOf(' ');
      if (option > 0) {
        optional.add(command.substring(0, option));
      } else if (space > 0) {
        compounds.add(command.substring(0, space));
      }
    }
  }

  /**
   * Of all that a line runs, the kind of work that matters most. One that looks and waits is a
   * poll, and so is one that waits and then runs something of unknown kind.
   */
  ToolEffect effect(String line) {
    ToolEffect strongest = null;
    boolean waits = false;
    boolean looks = false;
    for (ShellCommandParser.Simple simple : ShellCommandParser.parse(line)) {
      ToolEffect effect = simple.writes() ? ToolEffect.EXEC_WRITE : simple(simple);
      effect = waits && effect == ToolEffect.EXEC ? ToolEffect.POLL : effect;
      waits |= effect == ToolEffect.CLOCK;
      looks |= effect.looks();
      if (strongest == null || weight(effect) > weight(strongest)) {
        strongest = effect;
      }
    }
    return strongest == null
        ? ToolEffect.EXEC
        : strongest == ToolEffect.CLOCK && looks ? ToolEffect.POLL : strongest;
  }

  private ToolEffect simple(ShellCommandParser.Simple simple) {
    List<String> given = simple.words();
    String program = simple.program().toLowerCase(Locale.ROOT);
    boolean compound = compounds.contains(program);
    for (int count = compound ? Math.min(3, given.size()) : 0; count > 1; count--) {
      ToolEffect effect = commands.get(program + " " + String.join(" ", given.subList(1, count)));
      if (effect != null) {
        return effect;
      }
    }
    boolean execs = program.equals("find") || program.equals("fd");
    ToolEffect late = compound ? afterOptions(program, given) : null;
    if (late != null) {
      return late;
    }
    for (int i = 1; i < given.size() && (execs || optional.contains(program)); i++) {
      // an option may turn a look into a write: sed -i, find … -delete, find … -exec rm
      ToolEffect effect = commands.get(program + OPTION + given.get(i));
      if (effect == null && given.get(i).startsWith("-exec") && i + 1 < given.size()) {
        effect = commands.get(given.get(i + 1));
      }
      if (effect != null) {
        return effect;
      }
    }
    return commands.getOrDefault(program, ToolEffect.EXEC);
  }

  /** What {@code git --no-pager log} or {@code kubectl -n x get} does: its word comes late. */
  private @Nullable ToolEffect afterOptions(String program, List<String> given) {
    if (given.size() < 3 || !given.get(1).startsWith("-")) {
      return null;
    }
    for (int i = 2; i < Math.min(given.size(), 5); i++) {
      ToolEffect effect = commands.get(program + " " + given.get(i));
      if (effect != null) {
        return effect;
      }
    }
    return null;
  }

  private static int weight(ToolEffect effect) {
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
}
