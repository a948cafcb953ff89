package dev.statute.progress.internal.call;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Catalogue of programs, which classifies command lines by kind of work. Immutable. */
final class CommandCatalogue {
  private static final String OPTION = " … ";

  /** Effects by program, program and first words, or program and option after {@code …}. */
  private final Map<String, ToolEffect> commands;

  /** Programs with significant first words of arguments. */
  private final Set<String> compounds = new HashSet<>();

  /** Programs with a significant option. */
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
   * Returns the strongest effect of the commands of a line. A line that waits and looks something
   * up, or waits and then runs an unknown program, is a poll.
   */
  ToolEffect effect(String line) {
    ToolEffect strongest = null;
    boolean waits = false;
    boolean looks = false;
    for (ShellCommandParser.SimpleCommand command : ShellCommandParser.parse(line)) {
      ToolEffect effect = command.writes() ? ToolEffect.EXEC_WRITE : effectOf(command);
      effect = waits && effect == ToolEffect.EXEC ? ToolEffect.POLL : effect;
      waits |= effect == ToolEffect.CLOCK;
      looks |= effect.isLookup();
      if (strongest == null || weight(effect) > weight(strongest)) {
        strongest = effect;
      }
    }
    return strongest == null
        ? ToolEffect.EXEC
        : strongest == ToolEffect.CLOCK && looks ? ToolEffect.POLL : strongest;
  }

  private ToolEffect effectOf(ShellCommandParser.SimpleCommand command) {
    List<String> given = command.words();
    String program = command.program().toLowerCase(Locale.ROOT);
    boolean compound = compounds.contains(program);
    for (int count = compound ? Math.min(3, given.size()) : 0; count > 1; count--) {
      ToolEffect effect = commands.get(program + " " + String.join(" ", given.subList(1, count)));
      if (effect != null) {
        return effect;
      }
    }
    boolean execs = program.equals("find") || program.equals("fd");
    ToolEffect subcommand = compound ? afterOptions(program, given) : null;
    if (subcommand != null) {
      return subcommand;
    }
    for (int i = 1; i < given.size() && (execs || optional.contains(program)); i++) {
      // an option may turn a lookup into a write: sed -i, find … -delete, find … -exec rm
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

  /** Returns the effect of a subcommand after options, as in {@code git --no-pager log}. */
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
