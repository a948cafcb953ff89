import dev.statute.ChartLoader;
import dev.statute.jdbc.JdbcStore;
import dev.statute.json.JsonText;
import dev.statute.runtime.Clock;
import dev.statute.step.Interpreter;
import dev.statute.store.Durability;
import dev.statute.store.LocalDoorbell;
import dev.statute.turns.ClaimedTurn;
import dev.statute.turns.Lease;
import dev.statute.turns.ToolCall;
import dev.statute.turns.ToolReport;
import dev.statute.turns.TurnDependencies;
import dev.statute.turns.TurnRequest;
import dev.statute.turns.Turns;
import dev.statute.turns.store.TurnRecords;
import dev.statute.turns.store.TurnStatuses.ToolStatus;
import dev.statute.turns.store.TurnStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/**
 * An agent with two tools, one slow and one that fails, and two worker processes. The first worker
 * is killed during the turn, as by a power cut; the second one continues. Each message is sent
 * twice, as on a bad network. At the end the store shows that the turn was delivered exactly once.
 */
public final class AgentTurns {
  private static final String AGENT = "travel-agent";
  private static final TurnRequest REQUEST =
      new TurnRequest(
          AGENT,
          "request-1",
          Map.of("goal", "a flight and a hotel in Bergen"),
          List.of("flight", "hotel?"),
          null,
          null,
          TurnRecords.Lineage.NONE);

  private AgentTurns() {}

  public static void main(String[] args) throws Exception {
    if (args.length == 3 && args[0].equals("worker")) {
      worker(args[1], Path.of(args[2]));
    } else {
      play();
    }
  }

  /** Runs the host: sends the request, executes tools, runs the watchdog, starts workers. */
  private static void play() throws Exception {
    Path folder = Files.createTempDirectory("agent-turns");
    Path file = folder.resolve("turns.db");
    try (JdbcStore store = JdbcStore.sqlite(file, Durability.POWER_SAFE);
        Turns turns = turns(store.turns())) {
      get(turns.open(AGENT));
      say("host", "asks for a turn: " + get(turns.enqueue(REQUEST)).kind());
      say("host", "asks again, as after a lost answer: " + get(turns.enqueue(REQUEST)).kind());

      Process anna = start("anna", file);
      List<TurnRecords.Event> calls = await(store.turns(), turns, "tool.call", 2);
      anna.destroyForcibly().waitFor();
      say("host", "anna is killed, with " + calls.size() + " tools called and no result in");

      for (TurnRecords.Event event : calls) {
        tool(turns, event);
      }
      Process ben = start("ben", file);
      TurnRecords.Event end = await(store.turns(), turns, "task", 1).get(0);
      ben.waitFor();

      prove(store.turns(), end);
    } finally {
      try (var all = Files.list(folder)) {
        for (Path each : all.toList()) {
          Files.delete(each);
        }
      }
      Files.delete(folder);
    }
  }

  /** Executes a tool call and reports its result twice, as after a lost acknowledgement. */
  private static void tool(Turns turns, TurnRecords.Event event) throws Exception {
    Map<String, ?> ids = JsonText.object(event.payload());
    String call = String.valueOf(ids.get("call"));
    boolean slow = call.startsWith("flights");
    if (slow) {
      Thread.sleep(1_000);
    }
    ToolReport report =
        ToolReport.of(
            AGENT,
            Objects.requireNonNull(event.turn()),
            event.epoch(),
            call,
            slow ? ToolStatus.SUCCESS : ToolStatus.FAILED,
            slow
                ? Map.of("flight", "SK 4167")
                : Map.of("error", "the hotel's own server does not answer"));
    say(
        "tool",
        call + " reports " + report.status().word() + ": " + get(turns.report(report)).kind());
    say("tool", call + " reports again: " + get(turns.report(report)).kind());
  }

  /** Runs a worker process: claims turns, and ends after the delivery of one. */
  private static void worker(String name, Path file) throws Exception {
    try (JdbcStore store = JdbcStore.sqlite(file, Durability.POWER_SAFE);
        Turns turns = turns(store.turns())) {
      while (true) {
        for (ClaimedTurn turn : get(turns.claim(name, 1))) {
          if (work(name, turns, turn)) {
            return;
          }
        }
        Thread.sleep(50);
      }
    }
  }

  /** Does one round of the agent; a real one would ask a model here. True after a delivery. */
  private static boolean work(String name, Turns turns, ClaimedTurn turn) throws Exception {
    Lease lease = turn.lease();
    if (turn.calls().isEmpty()) {
      say(name, "begins: " + turn.task().get("goal"));
      List<ToolCall> calls =
          List.of(
              new ToolCall("flights-1", "search_flights", Map.of("to", "Bergen")),
              new ToolCall("hotels-1", "book_hotel", Map.of("in", "Bergen")));
      say(name, "calls two tools and waits: " + get(turns.suspend(lease, "step-1", calls)).kind());
      return false;
    }
    Map<String, Object> result = new LinkedHashMap<>();
    turns
        .results(turn)
        .forEach(
            (call, came) -> {
              say(name, "reads of " + call + ": " + came.get("status") + " " + came.get("result"));
              if (came.get("status").equals("success")
                  && came.get("result") instanceof Map<?, ?> values) {
                values.forEach((key, value) -> result.put(String.valueOf(key), value));
              }
            });
    say(name, "delivers: " + get(turns.deliver(lease, result)).kind());
    say(name, "delivers again: " + get(turns.deliver(lease, result)).kind());
    return true;
  }

  /** Prints the events and the deliverable from the store, and checks that there is one. */
  private static void prove(TurnStore store, TurnRecords.Event end) throws Exception {
    List<TurnRecords.Event> events = store.events(AGENT, 0, 1_000);
    System.out.println();
    long number = 0;
    for (TurnRecords.Event event : events) {
      Map<String, ?> ids = JsonText.object(event.payload());
      System.out.println(
          "event "
              + event.seq()
              + "  "
              + event.type()
              + (ids.get("call") == null ? "" : "  " + ids.get("call")));
      if (event.seq() != ++number) {
        throw new IllegalStateException("a gap before event " + event.seq());
      }
    }
    List<TurnRecords.Event> tasks = events.stream().filter(e -> e.type().equals("task")).toList();
    String card = String.valueOf(JsonText.object(end.payload()).get("deliverable_card_id"));
    TurnRecords.Deliverable deliverable =
        get(store.transact(AGENT, tx -> Objects.requireNonNull(tx.deliverable(end.turn()))));
    Map<String, ?> content =
        JsonText.object(
            get(store.transact(AGENT, tx -> Objects.requireNonNull(tx.card(card)))).content());
    System.out.println();
    System.out.println("task events: " + tasks.size());
    System.out.println(
        "deliverable: " + deliverable.outcome().word() + " " + content.get("result"));
    boolean once = tasks.size() == 1 && deliverable.card().equals(card);
    System.out.println(once ? "delivered exactly once" : "NOT delivered exactly once");
    if (!once) {
      System.exit(1);
    }
  }

  /** Waits for a number of events of a type; runs the watchdog on every pass. */
  private static List<TurnRecords.Event> await(TurnStore store, Turns turns, String type, int count)
      throws Exception {
    while (true) {
      List<TurnRecords.Event> found = new ArrayList<>(store.events(AGENT, 0, 1_000));
      found.removeIf(event -> !event.type().equals(type));
      if (found.size() >= count) {
        return found;
      }
      get(turns.tick(10));
      Thread.sleep(50);
    }
  }

  /** Creates the protocol with the chart and its rules. */
  private static Turns turns(TurnStore store) {
    Interpreter chart =
        Objects.requireNonNull(
            ChartLoader.standard().open(Path.of("charts/agent-turn.yaml")).value());
    TurnDependencies surroundings =
        new TurnDependencies(
            store,
            Clock.system(),
            new SecureRandom(),
            JdbcStore.codec(),
            new LocalDoorbell(),
            Runnable::run);
    return Objects.requireNonNull(Turns.of(surroundings, List.of(chart)).value());
  }

  private static Process start(String name, Path file) throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String path = System.getProperty("java.class.path");
    return new ProcessBuilder(
            java,
            "-cp",
            path,
            "samples/agent-turns/AgentTurns.java",
            "worker",
            name,
            file.toString())
        .inheritIO()
        .start();
  }

  private static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get();
  }

  private static void say(String who, String what) {
    System.out.println(String.format("%-5s %s", who, what));
  }
}
