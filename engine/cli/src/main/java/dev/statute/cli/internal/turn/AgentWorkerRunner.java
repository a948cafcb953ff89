package dev.statute.cli.internal.turn;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.CountedNoun;
import dev.statute.cli.internal.store.StoreOpener;
import dev.statute.jdbc.JdbcStore;
import dev.statute.json.JsonText;
import dev.statute.problem.Loaded;
import dev.statute.runtime.Clock;
import dev.statute.step.Interpreter;
import dev.statute.store.Doorbell;
import dev.statute.turns.Resources;
import dev.statute.turns.TurnDependencies;
import dev.statute.turns.TurnWorker;
import dev.statute.turns.TurnWorkerBuilder;
import dev.statute.turns.Turns;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnStore;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Work of a worker for the agents of a store, beside its instances. */
final class AgentWorkerRunner implements AutoCloseable {
  /** Handler of turns; all others are tools. */
  static final String TURN_HANDLER = "turn";

  private final Turns turns;
  private final TurnWorker worker;
  private final ExecutorService listeners;

  private AgentWorkerRunner(Turns turns, TurnWorker worker, ExecutorService listeners) {
    this.turns = turns;
    this.worker = worker;
    this.listeners = listeners;
  }

  /** Settings of the work. */
  record AgentWorkerSettings(
      String name,
      Duration lease,
      Duration pollInterval,
      Map<String, String> handlers,
      Map<String, Duration> toolTimes,
      Resources resources,
      boolean json) {}

  /** Starts the work, or returns the problems of charts that cannot run turns. */
  static Loaded<AgentWorkerRunner> start(
      JdbcStore store,
      Doorbell doorbell,
      List<Interpreter> charts,
      AgentWorkerSettings settings,
      Console console) {
    ExecutorService listeners = Executors.newSingleThreadExecutor(AgentWorkerRunner::newThread);
    Loaded<Turns> loaded = turns(store, doorbell, listeners, charts, settings.resources());
    Turns turns = loaded.value();
    if (turns == null) {
      listeners.shutdown();
      return new Loaded<>(null, loaded.problems());
    }
    reportUnknownCharts(store.turns(), charts, console);
    TurnWorkerBuilder builder =
        TurnWorker.builder(turns)
            .name(settings.name())
            .lease(settings.lease())
            .poll(settings.pollInterval())
            .eventListener(event -> printEvent(event, settings.json(), console));
    settings
        .handlers()
        .forEach(
            (name, command) -> {
              CommandHandler handler =
                  new CommandHandler(command, line -> console.printNotice(name + ": " + line));
              if (name.equals(TURN_HANDLER)) {
                builder.handler(new CommandTurnHandler(handler));
              } else {
                Duration longest = settings.toolTimes().get(name);
                if (longest == null) {
                  builder.tool(name, handler);
                } else {
                  builder.tool(name, handler, longest);
                }
              }
            });
    return new Loaded<>(
        new AgentWorkerRunner(turns, builder.start(), listeners), loaded.problems());
  }

  /** Creates the protocol over a store, by the machine's clock. */
  static Loaded<Turns> turns(
      JdbcStore store,
      Doorbell doorbell,
      Executor listeners,
      List<Interpreter> charts,
      Resources resources) {
    Clock clock = Clock.system();
    return Turns.of(
        new TurnDependencies(
            store.turns(),
            clock,
            new SecureRandom(),
            JdbcStore.codec(),
            doorbell,
            listeners,
            agent -> resources),
        charts);
  }

  /** Reports agents with charts that this worker lacks. */
  private static void reportUnknownCharts(
      TurnStore store, List<Interpreter> charts, Console console) {
    Set<String> known = new HashSet<>();
    charts.forEach(each -> known.add(each.chart().hash()));
    Map<String, Integer> unknownCharts = new LinkedHashMap<>();
    for (Head head : StoreOpener.agents(store)) {
      if (!known.contains(head.chartHash())) {
        unknownCharts.merge(head.chart() + " (" + head.chartHash() + ")", 1, Integer::sum);
      }
    }
    unknownCharts.forEach(
        (chart, number) ->
            console.printNotice(CountedNoun.waitingForChart(number, "agent", chart)));
  }

  private static Thread newThread(Runnable work) {
    Thread thread = new Thread(work, "statute-agents");
    thread.setDaemon(true);
    return thread;
  }

  private static void printEvent(Event event, boolean json, Console console) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("agent", event.agent());
    all.put("number", event.seq());
    all.put("type", event.type());
    all.putAll(JsonText.object(event.payload()));
    String line;
    if (json) {
      line = JsonText.write(all);
    } else {
      Object detail = all.getOrDefault("call", all.getOrDefault("status", ""));
      if (all.get("phase") != null) {
        detail = all.get("step") + " " + all.get("phase");
      }
      line = (event.agent() + "  " + event.type() + "  " + detail).strip();
    }
    synchronized (console) {
      console.out().println(line);
      console.out().flush();
    }
  }

  Turns turns() {
    return turns;
  }

  boolean isIdle() {
    return worker.isIdle();
  }

  @Override
  public void close() {
    worker.close();
    turns.close();
    listeners.shutdown();
  }
}
