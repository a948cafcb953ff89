package dev.statute.progress.internal.call;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Catalogue of programs, which classifies command lines by kind of work. Immutable. */
final class CommandCatalogue {
  private static final String OPTION = " … ";

  /** Maximum number of words between a program and its subcommand, and one. */
  private static final int MAX_OPTIONS = 4;

  /** Letters of options that take the rest of their word as a value. */
  private static final String VALUED = "MIef";

  /** Line that is a loop which ends when something has happened; not a loop over lines. */
  private static final Pattern LOOP =
      Pattern.compile(
          "^\\s*+(?:cd\\s++\\S++\\s*+(?:&&|;)\\s*+)?+"
              + "(?:(?:while|until)\\s(?![^;\\n]*\\bread\\b)|for\\s[\\s\\S]*\\bbreak\\b)");

  /** Name of a program with its version: {@code python3.11}, {@code gcc-12}. */
  private static final Pattern VERSION =
      Pattern.compile("^(python|pypy|pip|gcc|g\\+\\+|clang|clang\\+\\+|php|ruby)-?\\d[\\d.]*$");

  private static final Set<String> TAKES_SCRIPT = Set.of("perl", "node");

  private static final Set<String> RUNS_MODULES =
      Set.of("python", "python3", "pypy", "py", "coverage");

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
   * up, waits and then runs an unknown program, or waits in a loop, is a poll.
   */
  ToolEffect effect(String line) {
    ToolEffect strongest = null;
    List<ToolEffect> effects = new ArrayList<>();
    for (ShellCommandParser.SimpleCommand command : ShellCommandParser.parse(line)) {
      effects.add(command.writes() ? ToolEffect.EXEC_WRITE : effectOf(command.words()));
    }
    boolean waits = effects.contains(ToolEffect.CLOCK) && LOOP.matcher(line).find();
    for (ToolEffect each : effects) {
      ToolEffect effect = waits && each == ToolEffect.EXEC ? ToolEffect.POLL : each;
      waits |= effect == ToolEffect.CLOCK;
      strongest = strongest == null || weight(effect) > weight(strongest) ? effect : strongest;
    }
    return strongest == null
        ? ToolEffect.EXEC
        : strongest == ToolEffect.CLOCK && effects.stream().anyMatch(ToolEffect::isLookup)
            ? ToolEffect.POLL
            : strongest;
  }

  /** Returns whether a command tests something. */
  boolean isTest(ShellCommandParser.SimpleCommand command) {
    return effectOf(command.words()) == ToolEffect.TEST;
  }

  private ToolEffect effectOf(List<String> given) {
    String name = given.get(0).toLowerCase(Locale.ROOT);
    String program = isKnown(name) ? name : VERSION.matcher(name).replaceFirst("$1");
    ToolEffect effect = byFirstWords(program, given);
    effect = effect == null ? byOption(program, given) : effect;
    effect = effect == null ? byModule(program, given) : effect;
    effect = effect == null ? byScript(program, given) : effect;
    return effect != null ? effect : commands.getOrDefault(program, ToolEffect.EXEC);
  }

  private boolean isKnown(String program) {
    return commands.containsKey(program)
        || compounds.contains(program)
        || optional.contains(program);
  }

  private @Nullable ToolEffect byFirstWords(String program, List<String> given) {
    if (!compounds.contains(program)) {
      return null;
    }
    for (int count = Math.min(3, given.size()); count > 1; count--) {
      String words = program + " " + String.join(" ", given.subList(1, count));
      ToolEffect effect = commands.get(words);
      if (effect == null) {
        int variant = words.indexOf(':'); // of a script, such as test:unit
        effect = variant < 0 ? null : commands.get(words.substring(0, variant));
      }
      if (effect != null) {
        return effect;
      }
    }
    return afterOptions(program, given);
  }

  /**
   * Returns the effect of an option that turns a lookup into a write: {@code sed -i}, {@code find …
   * -delete}, {@code find … -exec rm}.
   */
  private @Nullable ToolEffect byOption(String program, List<String> given) {
    boolean execs = program.equals("find") || program.equals("fd");
    for (int i = 1; i < given.size() && (execs || optional.contains(program)); i++) {
      String word = given.get(i);
      if (TAKES_SCRIPT.contains(program) && !word.startsWith("-")) {
        return null; // what follows are arguments of the script
      }
      ToolEffect effect = commands.get(program + OPTION + word);
      if (effect == null && word.startsWith("-")) {
        effect = byLetter(program, word);
      }
      if (effect == null && word.startsWith("-exec") && i + 1 < given.size()) {
        ToolEffect run = effect(ShellCommandParser.join(given.subList(i + 1, given.size())));
        effect = run == ToolEffect.EXEC ? null : run;
      }
      if (effect != null) {
        return effect;
      }
    }
    return null;
  }

  /** Returns the effect of one of several options in a word, as in {@code sed -ni.bak}. */
  private @Nullable ToolEffect byLetter(String program, String word) {
    for (int i = 1; i < word.length() && Character.isLetterOrDigit(word.charAt(i)); i++) {
      ToolEffect effect = commands.get(program + OPTION + '-' + word.charAt(i));
      if (effect != null || VALUED.indexOf(word.charAt(i)) >= 0) {
        return effect;
      }
    }
    int value = word.indexOf('=');
    return value < 0 ? null : commands.get(program + OPTION + word.substring(0, value));
  }

  /** Returns the effect of a module that is run as a program: {@code python -u -m pytest}. */
  private @Nullable ToolEffect byModule(String program, List<String> given) {
    int module = given.indexOf("-m") + 1;
    if (module < 2 || module == given.size() || !RUNS_MODULES.contains(program)) {
      return null;
    }
    boolean isScript = given.subList(1, module).stream().anyMatch(word -> !word.startsWith("-"));
    if (isScript && !program.equals("coverage")) {
      return null; // its arguments follow, "-m" may be one
    }
    ToolEffect effect = commands.get("python -m " + given.get(module));
    return effect != null ? effect : effectOf(given.subList(module, given.size()));
  }

  /** Returns the effect of a program that is run by a manager of packages: {@code yarn jest}. */
  private @Nullable ToolEffect byScript(String program, List<String> given) {
    int first = given.size() > 1 && given.get(1).equals("run") ? 2 : 1;
    if (first >= given.size() || !ShellCommandParser.SCRIPTED.contains(program)) {
      return null;
    }
    ToolEffect effect = effectOf(given.subList(first, given.size()));
    boolean isName = first == 2 && effect != ToolEffect.TEST && effect != ToolEffect.EXEC_WRITE;
    return isName ? null : effect; // "npm run find" is a script of that name, not the program
  }

  /**
   * Returns the effect of a subcommand after options, as in {@code git --no-pager log} and {@code
   * docker compose -f x.yml ps}.
   */
  private @Nullable ToolEffect afterOptions(String program, List<String> given) {
    String words = program;
    for (int count = 1; count < Math.min(3, given.size()); count++) {
      char sign = given.get(count).charAt(0);
      int last = sign == '-' || sign == '+' ? Math.min(given.size(), count + MAX_OPTIONS) : 0;
      for (int i = count + 1; i < last; i++) {
        ToolEffect effect = commands.get(words + " " + given.get(i));
        if (effect != null) {
          return effect;
        }
      }
      words += " " + given.get(count);
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
