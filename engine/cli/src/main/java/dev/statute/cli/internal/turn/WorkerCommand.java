package dev.statute.cli.internal.turn;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.cli.internal.console.OutputFormat;
import dev.statute.cli.internal.console.UsageException;
import dev.statute.cli.internal.input.ChartOptions;
import dev.statute.cli.internal.input.InputFiles;
import dev.statute.cli.internal.report.ProblemText;
import dev.statute.cli.internal.store.StoreOpener;
import dev.statute.expr.DurationFormat;
import dev.statute.jdbc.JdbcStore;
import dev.statute.json.JsonText;
import dev.statute.problem.Loaded;
import dev.statute.problem.ProblemCollector;
import dev.statute.runtime.Clock;
import dev.statute.runtime.Engine;
import dev.statute.runtime.EngineBuilder;
import dev.statute.step.Interpreter;
import dev.statute.store.Doorbell;
import dev.statute.store.InstanceAdministration.Filter;
import dev.statute.store.InstanceAdministration.InstanceSummary;
import dev.statute.store.InstanceStore;
import dev.statute.store.InstanceStore.Status;
import dev.statute.turns.Resources;
import dev.statute.turns.Turns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "worker",
    description = {
      "Works on the instances and agents of a store.",
      "Handles what was posted to them, fires their timers, takes their turns, and"
          + " carries out what they ask for, by the commands it is given. Ends with Ctrl-C."
    },
    mixinStandardHelpOptions = true)
public final class WorkerCommand implements Callable<Integer> {
  private static final int PAGE = 1_000;

  private final Console console;
  private final CountDownLatch stopSignal = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);

  @Parameters(
      arity = "1..*",
      paramLabel = "CHART",
      description = "chart files, of all versions that instances run")
  private List<Path> charts = List.of();

  @Option(
      names = "--store",
      required = true,
      paramLabel = "FILE_OR_URL",
      description = "an SQLite file, or postgresql://USER@HOST/DATABASE")
  private @Nullable String store;

  @Option(
      names = "--handler",
      paramLabel = "NAME=COMMAND",
      description =
          "what does 'call: NAME' and 'invoke: {task: NAME}', or is the tool NAME of an agent: a"
              + " command of the shell that reads the call as JSON and writes its reply; "
              + AgentWorkerRunner.TURN_HANDLER
              + " does the rounds of agents; repeatable")
  private List<String> handlers = List.of();

  @Option(
      names = "--tool-time",
      paramLabel = "NAME=TIME",
      description =
          "how long calls of the tool NAME of an agent are waited for at most while its command"
              + " runs, beyond the time that they were given; repeatable")
  private List<String> toolTimes = List.of();

  @Option(
      names = "--resources",
      paramLabel = "FILE",
      description =
          "resources of agents, for the command of their rounds: a JSON file with roster, tools"
              + " and profiles")
  private @Nullable Path resources;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "what people call this worker; of one name there is one at a time")
  private @Nullable String name;

  @Option(
      names = "--lease",
      paramLabel = "TIME",
      defaultValue = "15s",
      description = "how long others wait for this worker if it dies; default ${DEFAULT-VALUE}")
  private String lease = "15s";

  @Option(
      names = "--poll",
      paramLabel = "TIME",
      defaultValue = "1s",
      description = "how often it looks at the store by itself; default ${DEFAULT-VALUE}")
  private String poll = "1s";

  @Option(
      names = "--reload",
      description =
          "reads charts and rules again when they change; what is broken is said, and what runs"
              + " goes on")
  private boolean reload;

  @Option(names = "--until-idle", description = "ends when no instance has anything to do at once")
  private boolean untilIdle;

  @Option(
      names = "--output",
      paramLabel = "FORM",
      description = "text (default) or jsonl: what every step came to")
  private OutputFormat output = OutputFormat.TEXT;

  @Mixin private ChartOptions options = new ChartOptions();

  public WorkerCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    boolean json = output.requireOneOf(OutputFormat.TEXT, OutputFormat.JSONL) == OutputFormat.JSONL;
    EngineBuilder builder =
        Engine.builder().lease(parseDuration("--lease", lease)).poll(parseDuration("--poll", poll));
    if (name != null) {
      builder.worker(name);
    }
    Set<String> given = ConcurrentHashMap.newKeySet();
    List<Interpreter> agents = new ArrayList<>();
    List<Interpreter> ofInstances = new ArrayList<>();
    List<Interpreter> interpreters = ProblemText.valueOf(interpreters(), console);
    if (interpreters == null) {
      return ExitCode.FINDINGS;
    }
    for (Interpreter interpreter : interpreters) {
      if (Turns.runsOn(interpreter.chart())) {
        agents.add(interpreter);
      } else {
        ofInstances.add(interpreter);
      }
    }
    Map<String, String> commands = ChartOptions.parsePairs("--handler", handlers);
    commands.forEach(
        (handler, command) ->
            builder.handler(
                handler,
                new CommandHandler(command, line -> console.printNotice(handler + ": " + line))));
    Map<String, Duration> longest = toolTimeouts(commands.keySet());
    Resources shared = resources();
    builder.listener(new WorkerListener(console, json));
    String location = Objects.requireNonNull(store);
    try (JdbcStore opened = StoreOpener.open(location);
        Doorbell doorbell = StoreOpener.doorbell(location);
        Engine engine = register(ofInstances, opened, given, builder).doorbell(doorbell).build()) {
      ProblemText.printNotices(console, engine.warnings());
      console.printNotice("working as '" + engine.worker().name() + "' on " + store);
      if (agents.isEmpty()) {
        work(reload(engine, null, given), () -> isIdle(engine, opened, given));
        return ExitCode.SUCCESS;
      }
      AgentWorkerRunner.AgentWorkerSettings settings =
          new AgentWorkerRunner.AgentWorkerSettings(
              engine.worker().name(),
              parseDuration("--lease", lease),
              parseDuration("--poll", poll),
              commands,
              longest,
              shared,
              json);
      try (AgentWorkerRunner turns =
          ProblemText.valueOf(
              AgentWorkerRunner.start(opened, doorbell, agents, settings, console), console)) {
        if (turns == null) {
          return ExitCode.FINDINGS;
        }
        work(
            reload(engine, turns.turns(), given),
            () -> isIdle(engine, opened, given) && turns.isIdle());
      }
    } finally {
      closed.countDown();
    }
    return ExitCode.SUCCESS;
  }

  /** Registers the charts of instances, the earlier ones first, so that the present ones begin. */
  private EngineBuilder register(
      List<Interpreter> present, JdbcStore opened, Set<String> given, EngineBuilder builder) {
    List<Interpreter> all =
        new ArrayList<>(new StoredCharts(opened, options.newLoader(), console).earlier(present));
    all.addAll(present);
    for (Interpreter interpreter : all) {
      builder.chart(interpreter);
      given.add(interpreter.chart().name() + " " + interpreter.chart().version());
    }
    return builder.store(opened);
  }

  private Loaded<List<Interpreter>> interpreters() {
    ProblemCollector problems = new ProblemCollector();
    List<Interpreter> all = new ArrayList<>();
    for (Path chart : charts) {
      List<Interpreter> opened =
          options.newLoader().openAll(InputFiles.requireChart(chart)).getOrReport(problems);
      all.addAll(opened == null ? List.of() : opened);
    }
    return Loaded.of(all, problems);
  }

  private Runnable reload(Engine engine, @Nullable Turns turns, Set<String> given) {
    return reload
        ? new WorkerReload(
            charts,
            options.newLoader(),
            engine,
            turns,
            given,
            parseDuration("--poll", poll),
            console)
        : () -> {};
  }

  /** Works until a stop signal, or until no work is left. */
  private void work(Runnable reloadCheck, BooleanSupplier isIdle) throws InterruptedException {
    Runtime.getRuntime().addShutdownHook(new Thread(this::stopSignal));
    boolean ended = false;
    while (!ended) {
      reloadCheck.run();
      ended = stopSignal.await(100, TimeUnit.MILLISECONDS) || (untilIdle && isIdle.getAsBoolean());
    }
  }

  /** Ends running work and releases claims before the process ends. */
  private void stopSignal() {
    stopSignal.countDown();
    try {
      boolean unused = closed.await(15, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Tests that instances of these charts have no work that is due; others are left to other
   * workers.
   *
   * @param given names and versions
   */
  private static boolean isIdle(Engine engine, InstanceStore opened, Set<String> given) {
    Set<String> edited =
        engine.unknownCharts().stream()
            .map(use -> use.name() + " " + use.version())
            .collect(Collectors.toSet());
    Instant now = Clock.system().now();
    String after = "";
    List<InstanceSummary> page;
    do {
      page = opened.list(new Filter(List.of(Status.LIVE, Status.DONE), null, after, PAGE));
      for (InstanceSummary each : page) {
        Instant due = each.due();
        boolean busy = each.waiting() > 0 || each.owing() > 0 || (due != null && !due.isAfter(now));
        String chart = each.chart() + " " + each.version();
        if (busy
            && given.contains(chart)
            && (!edited.contains(chart) || engine.instance(each.id()).snapshot() != null)) {
          return false;
        }
        after = each.id();
      }
    } while (page.size() == PAGE);
    return true;
  }

  private Map<String, Duration> toolTimeouts(Set<String> tools) {
    Map<String, Duration> all = new LinkedHashMap<>();
    ChartOptions.parsePairs("--tool-time", toolTimes)
        .forEach(
            (tool, text) -> {
              if (!tools.contains(tool)) {
                throw new UsageException(
                    "--tool-time names '" + tool + "', which has no --handler");
              }
              all.put(tool, parseDuration("--tool-time " + tool, text));
            });
    return all;
  }

  private Resources resources() {
    Path file = resources;
    if (file == null) {
      return Resources.NONE;
    }
    try {
      return Resources.of(JsonText.object(Files.readString(file)));
    } catch (IOException e) {
      throw new UsageException("--resources " + file + " cannot be read");
    } catch (IllegalArgumentException e) {
      throw new UsageException("--resources " + file + ": " + e.getMessage());
    }
  }

  private static Duration parseDuration(String option, String text) {
    Duration time = DurationFormat.parse(text);
    if (time == null || time.isNegative() || time.isZero()) {
      String fix = time == null ? DurationFormat.suggestFix(text) : "it is longer than 0";
      throw new UsageException(option + " takes a time such as 15s, not '" + text + "': " + fix);
    }
    return time;
  }
}
