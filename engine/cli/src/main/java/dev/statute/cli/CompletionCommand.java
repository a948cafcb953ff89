package dev.statute.cli;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.ExitCode;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "completion",
    description = "Prints completion of commands and options for bash and zsh.",
    mixinStandardHelpOptions = true,
    footer = {"", "To use it in this shell: source <(statute completion)"})
final class CompletionCommand implements Callable<Integer> {
  private final Console console;
  @Spec private @Nullable CommandSpec spec;

  CompletionCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    CommandSpec whole = Objects.requireNonNull(spec).root();
    console.out().print(AutoComplete.bash(whole.name(), whole.commandLine()));
    return ExitCode.SUCCESS;
  }
}
