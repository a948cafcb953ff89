package dev.statute.cli.internal.guard;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.cli.internal.console.UsageException;
import dev.statute.guard.HookInstallation;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
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
    List<Path> changed = uninstall(agent.installation());
    for (Path file : changed) {
      console.out().println((Files.exists(file) ? "restored " : "removed ") + file);
    }
    if (changed.isEmpty()) {
      console.printNotice("there are no hooks of " + agent.agent() + " here");
    }
    return ExitCode.SUCCESS;
  }

  private static List<Path> uninstall(HookInstallation installation) throws IOException {
    try {
      return installation.uninstall();
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          installation.file()
              + ": "
              + e.getMessage()
              + "; remove the hooks of statute by hand, then call this again");
    } catch (AccessDeniedException e) {
      throw new UsageException(e.getFile() + " may not be written");
    }
  }
}
