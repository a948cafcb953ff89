package dev.statute.cli.internal.guard;

import dev.statute.cli.internal.console.UsageException;
import dev.statute.guard.HookInstallation;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for a program that has hooks like those of an agent, in a file of its own. */
final class SimilarAgent {
  @Option(
      names = "--like",
      paramLabel = "AGENT",
      description = "for another program, whose hooks are those of this agent; with --config")
  private @Nullable String like;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "file in which that program has its hooks")
  private @Nullable Path config;

  /**
   * Agent whose hooks these are like; null if the options are not given.
   *
   * @param agent the agent that is named without them
   */
  @Nullable String like(@Nullable String agent) {
    if ((like == null) != (config == null)) {
      throw new UsageException("--like AGENT and --config FILE belong together: give both");
    }
    if (like != null && agent != null) {
      throw new UsageException("AGENT and --like exclude each other: give one of them");
    }
    return like;
  }

  /** Installation that the options name; null if they are not given. */
  @Nullable HookInstallation installation() {
    if (like == null || config == null) {
      return null;
    }
    AgentArgument.require(like);
    return HookInstallation.like(like, config, System.getenv());
  }

  /** Arguments that name the place of the hooks: these options, or else an agent. */
  String place(String agent) {
    return config == null ? agent : "--like " + like + " --config " + config;
  }
}
