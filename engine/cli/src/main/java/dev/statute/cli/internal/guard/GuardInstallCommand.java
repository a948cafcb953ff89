package dev.statute.cli.internal.guard;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.cli.internal.console.UsageException;
import dev.statute.guard.HookInstallation;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command that writes the hooks of an agent program. */
@Command(
    name = "install",
    description = "Adds hooks to the configuration of an agent.",
    mixinStandardHelpOptions = true)
final class GuardInstallCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private AgentArgument agent = new AgentArgument();

  @Option(
      names = "--fail",
      paramLabel = "MODE",
      description =
          "while no daemon answers, 'open' lets calls run, 'closed' refuses them; default open")
  private FailMode fail = FailMode.OPEN;

  @Option(names = "--print", description = "prints the files and writes nothing")
  private boolean print;

  GuardInstallCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    HookInstallation installation = agent.installation();
    boolean closed = fail == FailMode.CLOSED;
    try {
      if (print) {
        installation
            .preview(closed)
            .forEach((file, text) -> console.out().println("# " + file + "\n" + text));
      } else {
        installation.install(closed).forEach(file -> console.out().println("wrote " + file));
        printNotice(agent.agent());
      }
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          installation.file() + ": " + e.getMessage() + "; change that, then call this again");
    } catch (AccessDeniedException e) {
      throw new UsageException(e.getFile() + " may not be written");
    }
    return ExitCode.SUCCESS;
  }

  private void printNotice(String name) {
    if (name.equals("codex")) {
      console.printNotice(
          "codex runs new hooks after you have reviewed them (/hooks), or with"
              + " --dangerously-bypass-hook-trust");
    } else if (name.equals("gemini")) {
      console.printNotice("gemini reads hooks of a project in trusted folders only");
    }
  }
}
