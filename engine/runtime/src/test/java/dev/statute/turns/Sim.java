package dev.statute.turns;

import dev.statute.runtime.Clock;
import dev.statute.step.Interpreter;
import dev.statute.turns.Ack.Kind;
import dev.statute.turns.TurnRecords.Event;
import dev.statute.turns.TurnRecords.Lineage;
import dev.statute.turns.TurnStatuses.ToolStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The whole protocol on one thread: clients, workers, tools, watchdog and relay do what the choices
 * say, in the order they say, while the store, the bell and the clock misbehave. Then the weather
 * calms down, everybody finishes, and what must hold is looked at.
 */
final class Sim implements Clock {
  static final List<String> AGENTS = List.of("a", "b");

  /** Of all requests there may be. */
  static final List<String> KEYS = List.of("r0", "r1", "r2", "r3", "ur0", "ur1", "ur2", "ur3");

  private static final int ROUNDS = 80;
  private static final String[] SHARED = {"shared", "shared", "other", "context"};
  private static final int[] DEPTHS = {0, 0, 0, 19, 20};
  private static final @Nullable String[] CONTEXTS = {null, null, "context", "shared"};
  private static final @Nullable Duration[] TIMES = {
    null, null, null, Duration.ofSeconds(5), Duration.ofMinutes(2)
  };
  private static final @Nullable String[] CONTROLS = {
    null, null, null, "suspend", "terminate", "explode"
  };
  private static final FaultStore.Fault[] FAULTS = {
    FaultStore.Fault.DIES_BEFORE,
    FaultStore.Fault.DIES_AFTER,
    FaultStore.Fault.ERROR,
    FaultStore.Fault.LOST_ANSWER,
    FaultStore.Fault.RUN_TWICE
  };

  final Choices choices;
  final SimIds ids = new SimIds();
  final Oracle oracle;
  final FaultStore faults;
  final Turns turns;
  final Said said = new Said();
  final Past past;
  private final TurnStore store;
  private final Bell bell = new Bell();
  private final Map<String, @Nullable Lease> workers = new LinkedHashMap<>();
  private final boolean shared;
  private final boolean silentTools;
  private final boolean lazyWorkers;
  private Instant time = Instant.parse("2026-01-01T00:00:00Z");
  private int named;

  /** What was answered, and what left. */
  static final class Said {
    /** Of each request the row it was acknowledged as last. */
    final Map<String, Long> rows = new LinkedHashMap<>();

    /** Every row that a request was acknowledged as, and of which request it is. */
    final Map<Long, String> requests = new LinkedHashMap<>();

    final Set<Long> cancelled = new LinkedHashSet<>();
    final Set<String> busy = new LinkedHashSet<>();

    /** Calls whose results were late, with their commands. */
    final Map<String, Event> late = new LinkedHashMap<>();

    final Map<String, Event> commands = new LinkedHashMap<>();
    final Map<String, List<Event>> published = new LinkedHashMap<>();
    final Map<Kind, Long> kinds = new LinkedHashMap<>();
    final List<String> wrong = new ArrayList<>();

    /** How many turns were claimed by the transaction that made them ready. */
    long together;

    final Retained retained = new Retained();
  }

  /**
   * What a simulation is made of; a mutant changes one of them.
   *
   * @param outer around the store that has faults
   * @param inner inside of it, where transactions are for real
   * @param pruning what retention takes
   */
  record Made(
      Interpreter chart,
      UnaryOperator<TurnStore> outer,
      UnaryOperator<TurnStore> inner,
      Function<TurnTransactions, WorkerProtocol> workers,
      BiFunction<MemoryTables, Instant, MemoryPruning> pruning) {}

  /** Where it is kept, and how. */
  record Ground(TurnStore store, TurnCodec codec) {}

  Sim(Choices choices, Made made, @Nullable IntUnaryOperator dice) {
    this(choices, made, dice, new Ground(memory(choices, made), new Interning()));
  }

  private static TurnStore memory(Choices choices, Made made) {
    return new MemoryTurnStore(
        (tables, before) -> new Dying(tables, before, made.pruning.apply(tables, before), choices));
  }

  Sim(Choices choices, Made made, @Nullable IntUnaryOperator dice, Ground ground) {
    this.choices = choices;
    oracle = new Oracle(ground.store);
    faults =
        new FaultStore(
            made.inner.apply(oracle), ids, dice == null ? this::dice : dice, this::someoneElse);
    bell.times(choices.next(3));
    shared = choices.next(2) == 1;
    silentTools = choices.next(3) == 2;
    lazyWorkers = choices.next(8) == 7;
    for (String worker : List.of("w1", "w2", "w3")) {
      workers.put(worker, null);
    }
    store = made.outer.apply(faults);
    past = new Past(this);
    turns =
        Turns.of(
                new Turns.TurnDependencies(store, this, ids, ground.codec, bell, Runnable::run),
                List.of(made.chart),
                made.workers)
            .get();
    for (String agent : AGENTS) {
      oracle.transact(agent, tx -> true);
    }
  }

  private int dice(int transaction) {
    int roll = choices.next(56);
    if (roll >= 51) {
      return FaultStore.Fault.STALE_READS.ordinal();
    }
    return roll < 46 ? 0 : FAULTS[roll - 46].ordinal();
  }

  @Override
  public Instant now() {
    return time;
  }

  @Override
  public Alarm alarm(Runnable ring) {
    throw new UnsupportedOperationException("the protocol sets no alarms");
  }

  /** Runs a schedule of so many actions, and lets everybody finish. */
  List<String> run(int actions) {
    open();
    for (int i = 0; i < actions && isWell(); i++) {
      act();
    }
    return finish();
  }

  void open() {
    for (String agent : AGENTS) {
      for (int i = 0; i < 20 && ask(null, turns.open(agent)) == null; i++) {
        // until it is said to be open
      }
    }
  }

  private boolean isWell() {
    return oracle.violations().isEmpty() && past.broken().isEmpty();
  }

  List<String> finish() {
    faults.calm();
    for (int round = 0; round < ROUNDS && isWell(); round++) {
      if (round >= (lazyWorkers ? 10 : 0) && Invariants.isQuiet(this)) {
        break;
      }
      boolean lazy = lazyWorkers && round < 10;
      if (!lazy) {
        workers.keySet().forEach(this::finishWork);
      }
      relay();
      if (!silentTools && round % 3 == 0) {
        List.copyOf(said.commands.values()).forEach(command -> report(command, 0));
      }
      ask(null, turns.tick(10));
      if (choices.next(8) == 0) {
        prune();
      }
      time = time.plusSeconds(lazy ? 31 : 4);
    }
    List<String> all = new ArrayList<>(oracle.violations());
    all.addAll(past.broken());
    all.addAll(said.wrong);
    if (all.isEmpty()) {
      all.addAll(Invariants.broken(this));
    }
    return all;
  }

  /**
   * What somebody else does while a transaction is between reading and writing; the time is that of
   * the transaction, which reads again what it wrote itself.
   */
  private void someoneElse() {
    Lease actor = oracle.actor(null);
    Instant now = time;
    act();
    time = now;
    oracle.actor(actor);
  }

  private void act() {
    switch (choices.next(21)) {
      case 0, 1, 2 -> enqueue();
      case 3, 4, 5, 6, 7, 8, 9 -> work(List.copyOf(workers.keySet()).get(choices.next(3)));
      case 10, 11, 12, 13 -> useTool();
      case 14, 15 -> ask(null, turns.tick(10));
      case 16 -> relay();
      case 17, 18 -> passTime();
      case 19 -> prune();
      default -> interfere();
    }
  }

  /** The answer, or null if there was none; then whoever asked may have died. */
  private <T> @Nullable T ask(@Nullable String worker, CompletionStage<T> stage) {
    try {
      T answer = stage.toCompletableFuture().join();
      if (answer instanceof Ack || answer instanceof Turns.Taken) {
        Ack ack = answer instanceof Turns.Taken taken ? taken.ack() : (Ack) answer;
        said.kinds.merge(ack.kind(), 1L, Long::sum);
        if (ack.kind() == Kind.CHART_ERROR || ack.kind() == Kind.UNKNOWN_CHART) {
          said.wrong.add("answered " + ack);
        }
      }
      return answer;
    } catch (CompletionException e) {
      if (e.getCause() instanceof Crash crash) {
        if (crash.amnesia && worker != null) {
          workers.put(worker, null);
        }
      } else if (!(e.getCause() instanceof WriteConflict)) {
        said.wrong.add("threw " + e.getCause());
      }
      return null;
    }
  }

  private String agent() {
    return AGENTS.get(choices.next(2));
  }

  private void enqueue() {
    String agent = agent();
    String key = "r" + choices.next(4);
    boolean user = choices.next(6) == 0;
    TurnRequest request =
        new TurnRequest(
            agent,
            user ? "u" + key : key,
            Map.of("n", 1L),
            List.of(),
            CONTEXTS[choices.next(CONTEXTS.length)],
            shared ? SHARED[choices.next(SHARED.length)] : null,
            new Lineage(null, null, DEPTHS[choices.next(DEPTHS.length)]));
    String idle = user ? null : idleWorker();
    Ack ack =
        idle == null
            ? ask(null, user ? turns.uiAction(request) : turns.enqueue(request))
            : taken(idle, turns.enqueue(request, idle));
    String name = agent + "/" + request.key();
    if (ack == null) {
      said.busy.remove(name); // it may have been taken
      return;
    }
    if (ack.kind() == Kind.AGENT_BUSY) {
      said.busy.add(name);
    } else if (ack.inbox() != null) {
      said.busy.remove(name);
      acknowledged(name, ack.inbox());
    }
  }

  /** A request is one row for as long as that is kept, and a new one when it is not. */
  private void acknowledged(String name, long row) {
    said.requests.put(row, name);
    Long before = said.rows.put(name, row);
    if (past.hasRow(row)) {
      said.wrong.add("I4 " + name + " was acknowledged as row " + row + ", which was dropped");
    } else if (past.hasRow(before)) {
      said.retained.again++;
    } else if (before != null && before != row) {
      said.wrong.add("I4 " + name + " was acknowledged as row " + before + " and " + row);
    }
  }

  /** Somebody who takes what becomes ready, in the same transaction; null = nobody this time. */
  private @Nullable String idleWorker() {
    int choice = choices.next(6);
    String worker = choice < 3 ? List.copyOf(workers.keySet()).get(choice) : null;
    return worker == null || workers.get(worker) != null ? null : worker;
  }

  private @Nullable Ack taken(String worker, CompletionStage<Turns.Taken> stage) {
    Turns.Taken taken = ask(worker, stage);
    if (taken == null) {
      return null;
    }
    for (ClaimedTurn turn : taken.claimed()) {
      workers.put(worker, turn.lease());
      said.together++;
    }
    return taken.ack();
  }

  private void interfere() {
    String agent = agent();
    if (choices.next(2) == 0) {
      String key = "r" + choices.next(4);
      Ack ack = ask(null, turns.cancel(agent, key));
      if (ack != null && ack.isAccepted() && ack.inbox() != null) {
        said.cancelled.add(ack.inbox());
      }
    } else {
      ask(null, turns.stop(agent, "stop" + named++, null, "user"));
    }
  }

  private void passTime() {
    int kind = choices.next(8);
    Duration by =
        kind == 7
            ? Duration.ofSeconds(-20)
            : kind > 4 ? Duration.ofSeconds(31) : Duration.ofMillis(900L * (kind + 1));
    time = time.plus(by);
  }

  /** Somebody drops what is over and older than some instant, or all that is over. */
  private void prune() {
    if (choices.next(2) == 0) {
      relay(); // what has not left stays, and it leaves seldom
    }
    Instant before =
        switch (choices.next(4)) {
          case 0 -> time.minusSeconds(3);
          case 1 -> time;
          case 2 -> time.plusMillis(1);
          default -> time.plus(Duration.ofDays(365));
        };
    try {
      said.retained.add(past.prune(before, () -> store.prune(before)));
    } catch (Crash e) {
      said.retained.died++;
    }
  }

  private void relay() {
    turns.relay(
        5,
        event -> {
          said.published.computeIfAbsent(event.agent(), a -> new ArrayList<>()).add(event);
          if (event.type().equals("tool.call")) {
            said.commands.putIfAbsent(call(event), event);
          }
        });
  }

  /** Id of the call that a command is about. */
  String call(Event event) {
    return String.valueOf(read(event).get("call"));
  }

  Map<String, ?> read(Event event) {
    return turns.codec().read(event.payload());
  }

  private void work(String worker) {
    Lease lease = workers.get(worker);
    if (lease == null) {
      List<ClaimedTurn> claimed = ask(worker, turns.claimOf(agent(), worker));
      if (claimed != null && !claimed.isEmpty()) {
        workers.put(worker, claimed.get(0).lease());
      }
      return;
    }
    oracle.actor(lease);
    Ack ack = ask(worker, doing(lease));
    oracle.actor(null);
    if (ack != null && ack.kind() == Kind.LOST && choices.next(2) == 0) {
      workers.put(worker, null); // the others go on as if they had not heard
    }
  }

  private CompletionStage<Ack> doing(Lease lease) {
    switch (choices.next(9)) {
      case 0:
        return turns.heartbeat(lease);
      case 1:
        return turns.write(lease, Map.of("card" + named++, Map.of("text", "t")));
      case 2:
        return turns.callTools(lease, "s" + named, calls());
      case 3, 4, 5:
        return turns.suspend(lease, "s" + named, calls());
      case 6:
        return turns.fail(lease, Map.of("why", "w"));
      case 7:
        return turns.submitResult(lease, "s" + named, Map.of("x", 1L));
      default:
        return turns.deliver(lease, Map.of("x", 1L));
    }
  }

  private List<ToolCall> calls() {
    List<ToolCall> calls = new ArrayList<>();
    int number = 1 + choices.next(2);
    for (int i = 0; i < number; i++) {
      ToolCall.After after =
          choices.next(4) == 3 ? ToolCall.After.TERMINATE : ToolCall.After.SUSPEND;
      Duration time = TIMES[choices.next(TIMES.length)];
      calls.add(new ToolCall("c" + named++, "tool", Map.of(), after, time));
    }
    return calls;
  }

  private void finishWork(String worker) {
    Lease lease = workers.get(worker);
    if (lease == null) {
      for (String agent : AGENTS) {
        List<ClaimedTurn> claimed = ask(worker, turns.claimOf(agent, worker));
        if (claimed != null && !claimed.isEmpty()) {
          workers.put(worker, claimed.get(0).lease());
          return;
        }
      }
      return;
    }
    oracle.actor(lease);
    ask(worker, turns.deliver(lease, Map.of("x", 1L)));
    oracle.actor(null);
    workers.put(worker, null);
  }

  private void useTool() {
    List<Event> commands = List.copyOf(said.commands.values());
    if (commands.isEmpty()) {
      relay();
      return;
    }
    report(commands.get(choices.next(commands.size())), choices.next(16));
  }

  private void report(Event command, int how) {
    String call = call(command);
    String turn = String.valueOf(command.turn());
    String card = "result-" + call;
    long epoch = command.epoch();
    String control = CONTROLS[choices.next(CONTROLS.length)];
    Map<String, ?> content =
        control == null
            ? Map.of("n", 1L)
            : Map.of("n", 1L, "__cg_control", Map.of("after_execution", control));
    String after = null;
    ToolStatus status = how == 1 || how == 2 ? ToolStatus.FAILED : ToolStatus.SUCCESS;
    if (how == 9) {
      ask(null, turns.extend(command.agent(), call, Duration.ofSeconds(40)));
      return;
    }
    switch (how) {
      case 3 -> epoch--;
      case 4 -> ask(null, turns.store(command.agent(), turn, card, call, status, Map.of("n", 1L)));
      case 5 -> {
        card = "never-" + call;
        content = null;
      }
      case 6 -> after = choices.next(4) == 0 ? "explode" : null;
      case 7 -> after = choices.next(2) == 0 ? "suspend" : "terminate";
      case 8 -> {
        status = ToolStatus.PARTIAL;
        content = Map.of("so_far", (long) choices.next(3));
      }
      default -> {}
    }
    ToolReport report =
        new ToolReport(
            command.agent(),
            turn,
            epoch,
            call,
            card,
            how == 4 ? null : content,
            status,
            after,
            "tool");
    boolean dropped = past.hasTurn(turn);
    String idle = idleWorker();
    Ack ack =
        idle == null ? ask(null, turns.report(report)) : taken(idle, turns.report(report, idle));
    if (ack != null && dropped) {
      said.retained.reports++;
      if (ack.kind() != Kind.IGNORED && ack.kind() != Kind.DUPLICATE) {
        said.wrong.add("a report to " + turn + ", which was dropped, was answered " + ack);
      }
    }
    if (ack != null && ack.kind() == Kind.LATE) {
      said.late.put(call, command);
    }
  }
}
