package dev.statute.cli.internal.guard;

import dev.statute.Statute;
import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.cli.internal.console.UsageException;
import dev.statute.cli.internal.input.ChartOptions;
import dev.statute.cli.internal.input.FileTree;
import dev.statute.cli.internal.report.ProblemText;
import dev.statute.guard.AgentHalt;
import dev.statute.guard.HookInstallation;
import dev.statute.problem.Place;
import dev.statute.telemetry.ResourceLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command that runs an agent under supervision. */
@Command(
    name = "exec",
    description = {
      "Runs an agent with a daemon of its own, and ends it when its chart halts.",
      "The exit code is that of the agent, or the chart's 'exit_code' after a halt."
    },
    mixinStandardHelpOptions = true)
final class GuardExecCommand implements Callable<Integer> {
  private final Console console;

  @Option(
      names = "--agent",
      paramLabel = "AGENT",
      description = "the agent, whose hooks must be installed; default: by the name of the command")
  private @Nullable String agent;

  @Option(
      names = "--chart",
      paramLabel = "FILE",
      description = "chart of its sessions; default: the shipped chart 'supervised'")
  private @Nullable Path chart;

  @Option(
      names = "--fail",
      paramLabel = "MODE",
      description =
          "if the daemon does not answer, 'closed' refuses calls, 'open' lets them run; default"
              + " closed")
  private FailMode fail = FailMode.CLOSED;

  @Mixin private ChartOptions options = new ChartOptions();

  @Parameters(arity = "1..*", paramLabel = "CMD", description = "the command, after --")
  private List<String> command = List.of();

  private final CompletableFuture<AgentProcess> process = new CompletableFuture<>();
  private final CompletableFuture<AgentHalt> halt = new CompletableFuture<>();

  GuardExecCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    requireHooks();
    Statute statute = ProblemText.valueOf(GuardDaemon.load(options.newLoader(), chart), console);
    if (statute == null) {
      return ExitCode.FINDINGS;
    }
    ResourceLimits limits = limits(statute);
    try (GuardDaemon daemon = GuardDaemon.start(statute, this::onHalt)) {
      AgentProcess started =
          AgentProcess.start(
              command, environment(daemon), Boolean.getBoolean("statute.terminal.in"));
      process.complete(started);
      daemon.watch(started, limits);
      Thread end = new Thread(started::end);
      Runtime.getRuntime().addShutdownHook(end);
      int code = started.waitFor();
      removeHook(end);
      if (halt.isDone()) {
        started.end(); // processes that outlive their parent
        AgentHalt known = halt.join();
        print(known);
        return known.exitCode();
      }
      if (daemon.instances().isEmpty()) {
        console.printNotice(
            "statute: no hook of the agent was called, so it was not guarded; see that its hooks"
                + " are installed and that it trusts this folder");
      }
      return code;
    }
  }

  /** Returns the limits that the chart of the sessions sets. */
  private static ResourceLimits limits(Statute statute) {
    try {
      return ResourceLimits.of(statute.charts().get(0).chart().settings().all());
    } catch (IllegalArgumentException e) {
      statute.close();
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Returns the variables for the agent. Gemini CLI reads the hooks of a folder before it reads its
   * own option {@code --skip-trust}, so the option is passed on by the environment too.
   */
  private Map<String, String> environment(GuardDaemon daemon) {
    Map<String, String> variables = new LinkedHashMap<>(daemon.environment(fail));
    if (command.contains("--skip-trust")) {
      variables.put("GEMINI_CLI_TRUST_WORKSPACE", "true");
    }
    return variables;
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the process is being shut down, and the hook runs
    }
  }

  /** Ends the agent. The hook that led to the halt is answered after the signal was sent. */
  private void onHalt(AgentHalt halted) {
    if (halt.complete(halted)) {
      process.join().terminate();
    }
  }

  private void print(AgentHalt halted) {
    console.printNotice("statute: the agent was halted: " + halted.reason());
    if (!halted.rule().isEmpty()) {
      Place place = halted.place();
      console.printNotice(
          "  by rule "
              + halted.rule()
              + (place == null ? "" : " (" + shortened(place.file()) + ":" + place.line() + ")"));
    }
    console.printNotice("  session " + halted.instance());
  }

  /** Returns a path from the folder of rules on. */
  private static String shortened(String file) {
    int rules = file.lastIndexOf("/rules/");
    return rules < 0 ? file : file.substring(rules + 1);
  }

  private void requireHooks() throws IOException {
    String known = agent == null ? byCommand() : agent;
    if (known == null) {
      return;
    }
    AgentArgument.require(known);
    boolean isInstalled = false;
    for (HookInstallation each : HookInstallation.all(known, Path.of(""), System.getenv())) {
      isInstalled |= each.isInstalled();
    }
    if (!isInstalled) {
      throw new UsageException(
          "no hooks of "
              + known
              + " are installed here; install them with: statute guard install "
              + known);
    }
  }

  /** Returns the agent whose program the command starts, or null. */
  private @Nullable String byCommand() {
    return switch (FileTree.fileName(Path.of(command.get(0)))) {
      case "claude" -> "claude-code";
      case "codex" -> "codex";
      case "gemini" -> "gemini";
      case "opencode" -> "opencode";
      case "copilot" -> "copilot";
      case "cursor-agent" -> "cursor";
      case "openhands" -> "openhands";
      case "qwen" -> "qwen-code";
      case "droid" -> "droid";
      case "kimi" -> "kimi";
      default -> null;
    };
  }
}
