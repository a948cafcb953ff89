package dev.statute.cli.internal.guard;

import dev.statute.Statute;
import dev.statute.cli.internal.console.CommandRun;
import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.cli.internal.console.UsageException;
import dev.statute.cli.internal.input.ChartOptions;
import dev.statute.cli.internal.report.ProblemText;
import dev.statute.guard.HookInstallation;
import dev.statute.guard.HookService;
import dev.statute.guard.HookTrial;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command that fires the configured hooks and checks that a daemon hears them. */
@Command(
    name = "doctor",
    description = {
      "Fires a harmless call through the hook that an agent's configuration names, and checks that"
          + " it arrives: at a daemon of its own, then at the standing one.",
      "The exit code is 1 if one did not arrive."
    },
    mixinStandardHelpOptions = true)
final class GuardDoctorCommand implements Callable<Integer> {
  private static final int TRIAL_SECONDS = 20;

  private final Console console;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "AGENT",
      description = "the agent; default: all that have hooks in this project or of this user")
  private @Nullable String agent;

  @Option(
      names = "--project",
      paramLabel = "DIR",
      description = "folder of the project; default: the working folder")
  private Path project = Path.of("");

  @Mixin private SimilarAgent similar = new SimilarAgent();

  @Mixin private ChartOptions options = new ChartOptions();

  private boolean failed;

  GuardDoctorCommand(Console console) {
    this.console = console;
  }

  /** Hooks of one agent in one configuration. */
  private record InstalledHooks(String agent, HookInstallation installation) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    String like = similar.like(agent);
    if (agent != null) {
      AgentArgument.require(agent);
    }
    List<InstalledHooks> installed = installed(like);
    if (installed.isEmpty()) {
      throw new UsageException(
          "no hooks "
              + (agent == null ? "" : "of " + agent + " ")
              + "are installed here; install them with: statute guard install "
              + similar.place(agent == null ? "AGENT" : agent));
    }
    Statute statute = ProblemText.valueOf(GuardDaemon.load(options.newLoader(), null), console);
    if (statute == null) {
      return ExitCode.FINDINGS;
    }
    StandingDaemon standing = new StandingDaemon(System.getenv());
    try (GuardDaemon daemon = GuardDaemon.start(statute, halt -> {})) {
      boolean answers = standing.answers();
      for (InstalledHooks hooks : installed) {
        if (isHeard(hooks, daemon) && answers) {
          fire(hooks, standing);
        }
      }
      if (!answers) {
        report(standing);
      }
    }
    return failed ? ExitCode.FINDINGS : ExitCode.SUCCESS;
  }

  private List<InstalledHooks> installed(@Nullable String like) throws IOException {
    HookInstallation elsewhere = similar.installation();
    if (like != null && elsewhere != null) {
      return elsewhere.wasInstalled() ? List.of(new InstalledHooks(like, elsewhere)) : List.of();
    }
    List<InstalledHooks> found = new ArrayList<>();
    for (String name : agent == null ? HookService.vendors() : List.of(agent)) {
      for (HookInstallation each : HookInstallation.all(name, project, System.getenv())) {
        if (each.wasInstalled()) {
          found.add(new InstalledHooks(name, each));
        }
      }
    }
    return found;
  }

  /** Fires the hook at the daemon of this command and says whether it arrived. */
  private boolean isHeard(InstalledHooks hooks, GuardDaemon daemon)
      throws IOException, InterruptedException {
    List<String> faults = hooks.installation().faults();
    if (!faults.isEmpty()) {
      faults.forEach(fault -> printFault(hooks.agent(), fault));
      console
          .out()
          .println("  mend it with: statute guard install " + similar.place(hooks.agent()));
      return false;
    }
    HookTrial trial = hooks.installation().trial(newSession());
    if (trial == null) {
      return false; // a fault, which was printed
    }
    CommandRun run = run(hooks, trial, daemon.environment(FailMode.CLOSED));
    if (run == null) {
      return false;
    }
    String place = "the hook of " + hooks.installation().file();
    if (!daemon.instances().contains(trial.instance())) {
      printFault(hooks.agent(), "a call through " + place + " did not arrive: " + summary(run));
      return false;
    }
    if (run.exitCode() != 0 || !run.ended() || !run.output().isEmpty()) {
      printFault(
          hooks.agent(), "a call through " + place + " arrived, but was refused: " + summary(run));
      return false;
    }
    console.out().println("ok    " + hooks.agent() + ": a call through " + place + " arrived");
    printTrust(hooks.agent());
    return true;
  }

  /** Fires the hook at the daemon that it calls outside {@code guard exec}. */
  private void fire(InstalledHooks hooks, StandingDaemon standing)
      throws IOException, InterruptedException {
    HookTrial trial = hooks.installation().trial(newSession());
    if (trial == null) {
      return; // a fault, which was printed
    }
    CommandRun run = run(hooks, trial, standing.environment());
    if (run == null) {
      return;
    }
    String fault = standing.fault(trial);
    if (fault == null) {
      console
          .out()
          .println(
              "ok    " + hooks.agent() + ": the daemon at " + standing.address() + " hears it");
    } else {
      printFault(
          hooks.agent(),
          "the daemon at "
              + standing.address()
              + " does not hear it: "
              + fault
              + "; of the hook: "
              + summary(run));
    }
  }

  /** Runs the command of a trial in the working folder; null if it cannot be started. */
  private @Nullable CommandRun run(
      InstalledHooks hooks, HookTrial trial, Map<String, String> daemon)
      throws InterruptedException {
    ProcessBuilder command = new ProcessBuilder(trial.command());
    command.environment().keySet().removeIf(name -> name.startsWith("STATUTE_GUARD_"));
    command.environment().putAll(daemon);
    try {
      return CommandRun.of(command, trial.payload(), TRIAL_SECONDS, Integer.MAX_VALUE);
    } catch (IOException e) {
      printFault(
          hooks.agent(),
          "the hook cannot be run, since '"
              + trial.command().get(0)
              + "' cannot be started: "
              + e.getMessage());
      return null;
    }
  }

  /** Returns how the command ended, as the end of a sentence. */
  private static String summary(CommandRun run) {
    String how =
        run.ended()
            ? "it ended with exit code " + run.exitCode()
            : "it did not end within " + TRIAL_SECONDS + " s";
    return how + (run.output().isEmpty() ? " and said nothing" : " and said: " + run.output());
  }

  private void report(StandingDaemon standing) {
    if (standing.isNamed()) {
      failed = true;
      console.out().println("FAULT no daemon answers at STATUTE_GUARD_URL=" + standing.address());
    } else {
      console.printNotice(
          "no daemon answers at "
              + standing.address()
              + ": sessions are guarded under 'statute guard exec' only, until 'statute serve'"
              + " runs");
    }
  }

  private void printTrust(String name) {
    if (name.equals("codex")) {
      console.printNotice("whether codex trusts its hooks is seen in codex only: /hooks");
    } else if (name.equals("gemini")) {
      console.printNotice("whether gemini trusts this folder is seen in gemini only: /hooks");
    }
  }

  private void printFault(String name, String fault) {
    failed = true;
    console.out().println("FAULT " + name + ": " + fault);
  }

  private static String newSession() {
    return "doctor-" + UUID.randomUUID();
  }
}
