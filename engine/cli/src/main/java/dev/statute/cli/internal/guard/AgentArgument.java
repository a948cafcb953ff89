package dev.statute.cli.internal.guard;

import dev.statute.cli.internal.console.UsageException;
import dev.statute.guard.HookInstallation;
import dev.statute.guard.HookService;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Arguments that name an agent program and the place of its hooks. */
final class AgentArgument {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "AGENT",
      description =
          "claude-code, codex, gemini, opencode, copilot, cursor, openhands, qwen-code, droid or kimi")
  private @Nullable String agent;

  @Option(
      names = "--project",
      paramLabel = "DIR",
      description = "configuration of a project; default: the working folder")
  private @Nullable Path project;

  @Option(names = "--user", description = "configuration of the user, for all projects")
  private boolean user;

  @Mixin private SimilarAgent similar = new SimilarAgent();

  HookInstallation installation() {
    String name = agent();
    require(name);
    HookInstallation elsewhere = similar.installation();
    if (elsewhere != null) {
      if (user || project != null) {
        throw new UsageException("--config FILE is the place already: leave out --project, --user");
      }
      return elsewhere;
    }
    if (user && project != null) {
      throw new UsageException("--project and --user exclude each other: give one of them");
    }
    if (project != null && !Files.isDirectory(project)) {
      throw new UsageException("--project '" + project + "' is no folder");
    }
    if (user) {
      return HookInstallation.user(name, System.getenv());
    }
    try {
      return HookInstallation.project(
          name, project == null ? Path.of("") : project, System.getenv());
    } catch (IllegalArgumentException e) {
      throw new UsageException(name + ": " + e.getMessage() + "; use --user");
    }
  }

  /** Name of the agent whose hooks these are. */
  String agent() {
    String like = similar.like(agent);
    if (agent == null && like == null) {
      throw new UsageException("the agent is missing: give AGENT, or --like AGENT --config FILE");
    }
    return agent == null ? Objects.requireNonNull(like) : agent;
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
