package dev.statute.cli.internal.guard;

import dev.statute.cli.internal.console.Console;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Commands that supervise agent programs. */
@Command(
    name = "guard",
    description = "Supervises coding agents through their hooks, and halts one that loops.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
public final class GuardCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  /** Creates the command with its subcommands. */
  public static CommandLine create(Console console) {
    return new CommandLine(new GuardCommand())
        .addSubcommand(new GuardInstallCommand(console))
        .addSubcommand(new GuardUninstallCommand(console))
        .addSubcommand(new GuardDoctorCommand(console))
        .addSubcommand(new GuardExecCommand(console));
  }

  @Override
  public Integer call() {
    throw new ParameterException(Objects.requireNonNull(spec).commandLine(), "guard what?");
  }
}
