package dev.statute.cli;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.ExitCode;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Message about a missing argument, with the synopsis of all required arguments; picocli's own
 * usage hides it among the options.
 */
final class MissingArgumentHandler implements IParameterExceptionHandler {
  private final Console console;
  private final IParameterExceptionHandler fallback;

  MissingArgumentHandler(Console console, IParameterExceptionHandler otherwise) {
    this.console = console;
    this.fallback = otherwise;
  }

  @Override
  public int handleParseException(ParameterException e, String[] words) throws Exception {
    CommandLine line = e.getCommandLine();
    List<ArgSpec> missing =
        e instanceof MissingParameterException lack ? lack.getMissing() : List.of();
    if (missing.isEmpty() || !missing.stream().allMatch(ArgSpec::required)) {
      // escapes the given arguments and the message, so that they contain no terminal codes
      line.setColorScheme(Help.defaultColorScheme(Help.Ansi.OFF));
      return fallback.handleParseException(e, words);
    }
    // a misspelt option is often the reason why an argument is missing
    if (!line.getUnmatchedArguments().isEmpty()) {
      UnmatchedArgumentException unknown =
          new UnmatchedArgumentException(line, line.getUnmatchedArguments());
      console.printNotice(String.valueOf(unknown.getMessage()));
      unknown.printSuggestions(line.getErr());
    }
    CommandSpec command = line.getCommandSpec();
    String name = command.qualifiedName();
    console.printNotice(
        name
            + ": "
            + missing.stream().map(MissingArgumentHandler::label).collect(Collectors.joining(", "))
            + (missing.size() == 1 ? " is missing" : " are missing"));
    List<ArgSpec> all = synopsisOf(command);
    console.printNotice(
        "it is written: "
            + name
            + " [OPTIONS] "
            + all.stream()
                .map(MissingArgumentHandler::synopsisOf)
                .collect(Collectors.joining(" ")));
    int width = all.stream().mapToInt(each -> label(each).length()).max().orElse(0);
    for (ArgSpec each : all) {
      String label = label(each);
      String padding = " ".repeat(width - label.length());
      console.printNotice("  " + label + padding + "  " + String.join(" ", each.description()));
    }
    console.printNotice("see '" + name + " --help'");
    return ExitCode.USAGE;
  }

  /** Required arguments and positional ones, in the order of the synopsis. */
  private static List<ArgSpec> synopsisOf(CommandSpec command) {
    return Stream.<ArgSpec>concat(
            command.options().stream().filter(OptionSpec::required),
            command.positionalParameters().stream())
        .toList();
  }

  private static String synopsisOf(ArgSpec word) {
    String label = label(word) + (word.arity().max() > 1 ? "..." : "");
    return word.required() ? label : "[" + label + "]";
  }

  private static String label(ArgSpec word) {
    String label = word.paramLabel();
    return word instanceof OptionSpec option ? option.longestName() + "=" + label : label;
  }
}
