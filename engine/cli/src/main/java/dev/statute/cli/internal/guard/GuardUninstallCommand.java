package dev.statute.cli.internal.guard;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Command that removes the hooks of an agent program. */
@Command(
    name = "uninstall",
    description = "Removes the hooks; files that were not edited since become as they were.",
    mixinStandardHelpOptions = true)
final class GuardUninstallCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private AgentArgument agent = new AgentArgument();

  GuardUninstallCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    List<Path> changed = agent.installation().uninstall();
    for (Path file : changed) {
      console.out().println((Files.exists(file) ? "restored " : "removed ") + file);
    }
    if (changed.isEmpty()) {
      console.printNotice("there are no hooks of " + agent.agent() + " here");
    }
    return ExitCode.SUCCESS;
  }
}
