package dev.statute.cli.internal.guard;

import dev.statute.cli.internal.console.UsageException;
import dev.statute.guard.HookInstallation;
import dev.statute.guard.HookService;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Arguments that name an agent program and the place of its hooks. */
final class AgentArgument {
  @Parameters(
      index = "0",
      paramLabel = "AGENT",
      description = "claude-code, codex, gemini, opencode, copilot, cursor or openhands")
  private String agent = "";

  @Option(
      names = "--project",
      paramLabel = "DIR",
      description = "configuration of a project; default: the working folder")
  private @Nullable Path project;

  @Option(names = "--user", description = "configuration of the user, for all projects")
  private boolean user;

  HookInstallation installation() {
    require(agent);
    if (user && project != null) {
      throw new UsageException("--project and --user exclude each other: give one of them");
    }
    if (project != null && !Files.isDirectory(project)) {
      throw new UsageException("--project '" + project + "' is no folder");
    }
    return user
        ? HookInstallation.user(agent, System.getenv())
        : HookInstallation.project(agent, project == null ? Path.of("") : project, System.getenv());
  }

  String agent() {
    return agent;
  }

  /** Checks that an agent program is known. */
  static void require(String agent) {
    if (!HookService.vendors().contains(agent)) {
      throw new UsageException(
          "there is no agent '"
              + agent
              + "'; there are "
              + String.join(", ", HookService.vendors()));
    }
  }
}
