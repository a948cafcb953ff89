package dev.statute.cli.internal.turn;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.cli.internal.console.JsonLinesOption;
import dev.statute.cli.internal.console.JsonOption;
import dev.statute.cli.internal.console.UsageException;
import dev.statute.cli.internal.input.ChartOptions;
import dev.statute.cli.internal.input.InputFiles;
import dev.statute.cli.internal.report.ProblemText;
import dev.statute.cli.internal.store.StoreArgument;
import dev.statute.cli.internal.store.StoreOpener;
import dev.statute.cli.internal.store.StoreText;
import dev.statute.jdbc.JdbcStore;
import dev.statute.problem.Loaded;
import dev.statute.problem.SpellingSuggestion;
import dev.statute.runtime.Clock;
import dev.statute.step.Interpreter;
import dev.statute.store.Doorbell;
import dev.statute.turns.Ack;
import dev.statute.turns.Resources;
import dev.statute.turns.TurnRequest;
import dev.statute.turns.Turns;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnStore;
import dev.statute.turns.store.TurnStore.Discarded;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Commands that request turns of agents in a store; workers process them. */
@Command(
    name = "turn",
    description = "Asks agents of a store for turns, shows what became of them, and stops them.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
public final class TurnCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;
  private final Console console;

  public TurnCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    throw new ParameterException(Objects.requireNonNull(spec).commandLine(), "turn what?");
  }

  /** Arguments with the agent of a command and its store. */
  static final class AgentArgument {
    @Mixin private StoreArgument place = new StoreArgument();

    @Parameters(index = "1", paramLabel = "AGENT", description = "what the agent is called")
    private String id = "";
  }

  /** Argument with the chart of agents, which determines the results of requests. */
  static final class AgentChartArgument {
    @Option(
        names = "--chart",
        required = true,
        paramLabel = "CHART",
        description = "the chart that the agent runs, such as charts/agent-turn.yaml")
    private @Nullable Path chart;

    @Mixin private ChartOptions options = new ChartOptions();
  }

  @Command(
      description =
          "Asks an agent for a turn, and makes the agent if it is not there; the same key is the"
              + " same request.",
      mixinStandardHelpOptions = true)
  Integer ask(
      @Mixin AgentArgument agent,
      @Mixin AgentChartArgument chart,
      @Option(
              names = "--task",
              paramLabel = "JSON",
              defaultValue = "{}",
              description = "what is to be done, for the worker; an object")
          String task,
      @Option(
              names = "--key",
              paramLabel = "KEY",
              description = "what the request is known by; a new one unless given")
          @Nullable String key,
      @Option(
              names = "--field",
              paramLabel = "NAME",
              description =
                  "what the result must have, as NAME or NAME:TYPE; what ends in ? may be absent;"
                      + " repeatable")
          @Nullable List<String> fields,
      @Option(names = "--context", paramLabel = "BOX", description = "a box that it may read")
          @Nullable String context,
      @Option(names = "--output-box", paramLabel = "BOX", description = "a box that it goes on in")
          @Nullable String box,
      @Option(
              names = "--nested",
              paramLabel = "JSON",
              defaultValue = "{}",
              description =
                  "where a request comes from that a turn makes: what its round was given as"
                      + " 'nested'")
          String nested) {
    Map<String, ?> asked = ChartOptions.parseObject("--task", "{\"goal\":\"tea\"}", task);
    Map<String, ?> origin =
        ChartOptions.parseObject("--nested", "{\"trace\":\"t\",\"depth\":1}", nested);
    TurnRequest request;
    try {
      request =
          new TurnRequest(
              agent.id,
              key == null ? UUID.randomUUID().toString() : key,
              asked,
              fields == null ? List.of() : fields,
              context,
              box,
              TurnRequest.readLineage(origin));
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
    return runRequest(
        agent,
        chart,
        request.key(),
        turns -> turns.open(agent.id).thenCompose(opened -> turns.enqueue(request)));
  }

  @Command(
      description = "Takes back a request that has not become a turn.",
      mixinStandardHelpOptions = true)
  Integer cancel(
      @Mixin AgentArgument agent,
      @Parameters(index = "2", paramLabel = "KEY", description = "what the request is known by")
          String key,
      @Mixin AgentChartArgument chart) {
    return runRequest(agent, chart, key, turns -> turns.cancel(agent.id, key));
  }

  @Command(
      description = "Ends the turn that an agent is at; it is delivered as stopped.",
      mixinStandardHelpOptions = true)
  Integer stop(
      @Mixin AgentArgument agent,
      @Mixin AgentChartArgument chart,
      @Option(names = "--turn", paramLabel = "TURN", description = "this one or none")
          @Nullable String turn,
      @Option(
              names = "--by",
              paramLabel = "NAME",
              defaultValue = "command line",
              description = "who stops it, for the record")
          String by) {
    String key = "stop-" + UUID.randomUUID();
    return runRequest(agent, chart, key, turns -> turns.stop(agent.id, key, turn, by));
  }

  @Command(
      description =
          "Gives up an agent's turn, damaged rows or not: it is delivered as failed. The agent"
              + " begins anew, with what is queued, when it is asked next. Needs no chart.",
      mixinStandardHelpOptions = true)
  Integer discard(
      @Mixin AgentArgument agent,
      @Option(
              names = "--reason",
              paramLabel = "TEXT",
              defaultValue = "discarded by hand",
              description = "the reason, for the deliverable")
          String reason) {
    try (JdbcStore store = agent.place.open()) {
      Discarded gone =
          store
              .turns()
              .discard(agent.id, reason, Clock.system().now())
              .toCompletableFuture()
              .join();
      gone.problems().forEach(problem -> console.out().println(agent.id + ": " + problem));
      gone.turns().forEach(turn -> console.out().println(agent.id + "  discarded  turn " + turn));
      if (gone.turns().isEmpty() && gone.problems().isEmpty()) {
        console.printNotice(
            "agent '" + agent.id + "' has no turn and no damaged row; nothing to discard");
        return ExitCode.FINDINGS;
      }
      return ExitCode.SUCCESS;
    }
  }

  private Integer runRequest(
      AgentArgument agent,
      AgentChartArgument chart,
      String key,
      Function<Turns, CompletionStage<Ack>> action) {
    Path file = InputFiles.requireChart(Objects.requireNonNull(chart.chart));
    Interpreter interpreter = ProblemText.valueOf(chart.options.newLoader().open(file), console);
    if (interpreter == null) {
      return ExitCode.FINDINGS;
    }
    if (!Turns.runsOn(interpreter.chart())) {
      throw new UsageException(
          "chart '" + interpreter.chart().name() + "' makes no calls turn.…: it is not for agents");
    }
    try (JdbcStore store = agent.place.open();
        Doorbell doorbell = StoreOpener.doorbell(agent.place.address())) {
      Loaded<Turns> protocol =
          AgentWorkerRunner.turns(
              store, doorbell, Runnable::run, List.of(interpreter), Resources.NONE);
      try (Turns turns = ProblemText.valueOf(protocol, console)) {
        if (turns == null) {
          return ExitCode.FINDINGS;
        }
        Ack ack = action.apply(turns).toCompletableFuture().join();
        console.out().println(TurnText.acknowledgement(agent.id, key, ack));
        return ack.isAccepted() ? ExitCode.SUCCESS : ExitCode.FINDINGS;
      }
    }
  }

  @Command(description = "Lists agents, and what they are at.", mixinStandardHelpOptions = true)
  Integer ls(@Mixin StoreArgument place, @Mixin JsonLinesOption output) {
    boolean json = output.isJson();
    try (JdbcStore store = place.open()) {
      TurnText.agents(console, StoreOpener.agents(store.turns()), json);
      return ExitCode.SUCCESS;
    }
  }

  @Command(
      description = "Shows what an agent is at, what it was asked for, and what it delivered.",
      mixinStandardHelpOptions = true)
  Integer show(@Mixin AgentArgument agent, @Mixin JsonOption output) {
    boolean json = output.isJson();
    try (JdbcStore store = agent.place.open()) {
      Map<String, @Nullable Object> all = TurnText.agentJson(store.turns(), agent.id);
      if (all == null) {
        throw unknownAgent(store.turns(), agent.place.address(), agent.id);
      }
      StoreText.instanceJson(console, "agent", agent.id, all, json);
      return ExitCode.SUCCESS;
    }
  }

  private static UsageException unknownAgent(TurnStore store, String location, String id) {
    String near =
        SpellingSuggestion.nearest(
            id, StoreOpener.agents(store).stream().map(Head::agent).toList());
    return new UsageException(
        "there is no agent '"
            + id
            + "' in "
            + location
            + (near == null
                ? "; 'statute turn ls' lists them, 'statute turn ask' makes one"
                : ", did you mean '" + near + "'?"));
  }
}
