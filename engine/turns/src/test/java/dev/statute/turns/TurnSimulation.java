package dev.statute.turns;

import dev.statute.runtime.Clock;
import dev.statute.step.Interpreter;
import dev.statute.turns.Ack.Kind;
import dev.statute.turns.internal.protocol.TurnTransactions;
import dev.statute.turns.internal.protocol.WorkerProtocol;
import dev.statute.turns.internal.protocol.WriteConflict;
import dev.statute.turns.store.MemoryTurnStore;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.Lineage;
import dev.statute.turns.store.TurnStatuses.ToolStatus;
import dev.statute.turns.store.TurnStore;
import dev.statute.turns.store.internal.MemoryPruning;
import dev.statute.turns.store.internal.MemoryTables;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Simulation of the whole protocol on one thread: choices determine the actions of clients,
 * workers, tools, watchdog and relay, while store, doorbell and clock have faults. Then the faults
 * stop, all work is finished, and the invariants are checked.
 */
final class TurnSimulation implements Clock {
  static final List<String> AGENTS = List.of("a", "b");

  /** Keys of all possible requests. */
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
  private static final FaultyTurnStore.Fault[] FAULTS = {
    FaultyTurnStore.Fault.DIES_BEFORE,
    FaultyTurnStore.Fault.DIES_AFTER,
    FaultyTurnStore.Fault.ERROR,
    FaultyTurnStore.Fault.LOST_ANSWER,
    FaultyTurnStore.Fault.RUN_TWICE
  };

  final ScheduleChoices choices;
  final ReplayableRowIds ids = new ReplayableRowIds();
  final HeadHistoryStore oracle;
  final FaultyTurnStore faults;
  final Turns turns;
  final AnswerLog counters = new AnswerLog();
  final PruningHistory pruningHistory;
  private final TurnStore store;
  private final RecordingDoorbell bell = new RecordingDoorbell();
  private final Map<String, @Nullable Lease> workers = new LinkedHashMap<>();
  private final boolean shared;
  private final boolean silentTools;
  private final boolean lazyWorkers;
  private Instant time = Instant.parse("2026-01-01T00:00:00Z");
  private int named;

  /** Acknowledgements and published events. */
  static final class AnswerLog {
    /** Last acknowledged row of each request. */
    final Map<String, Long> rows = new LinkedHashMap<>();

    /** Request of each acknowledged row. */
    final Map<Long, String> requests = new LinkedHashMap<>();

    final Set<Long> cancelled = new LinkedHashSet<>();
    final Set<String> busy = new LinkedHashSet<>();

    /** Late calls, with their commands. */
    final Map<String, Event> late = new LinkedHashMap<>();

    final Map<String, Event> commands = new LinkedHashMap<>();
    final Map<String, List<Event>> published = new LinkedHashMap<>();
    final Map<Kind, Long> kinds = new LinkedHashMap<>();
    final List<String> wrong = new ArrayList<>();

    /** Number of turns claimed in the transaction that made them ready. */
    long together;

    final PruningCounters retained = new PruningCounters();
  }

  /**
   * Parts of a simulation; a mutant changes one of them.
   *
   * @param outer wrapper around the faulty store
   * @param inner wrapper inside of it, around real transactions
   * @param pruning limits of retention
   */
  record Made(
      Interpreter chart,
      UnaryOperator<TurnStore> outer,
      UnaryOperator<TurnStore> inner,
      Function<TurnTransactions, WorkerProtocol> workers,
      BiFunction<MemoryTables, Instant, MemoryPruning> pruning) {}

  /** Store and codec of a simulation. */
  record TurnStorage(TurnStore store, TurnCodec codec) {}

  TurnSimulation(ScheduleChoices choices, Made created, @Nullable IntUnaryOperator dice) {
    this(choices, created, dice, new TurnStorage(memory(choices, created), new InterningCodec()));
  }

  private static TurnStore memory(ScheduleChoices choices, Made created) {
    return new MemoryTurnStore(
        (tables, before) ->
            new CrashingPruning(tables, before, created.pruning.apply(tables, before), choices));
  }

  TurnSimulation(
      ScheduleChoices choices, Made created, @Nullable IntUnaryOperator dice, TurnStorage ground) {
    this.choices = choices;
    oracle = new HeadHistoryStore(ground.store);
    faults =
        new FaultyTurnStore(
            created.inner.apply(oracle), ids, dice == null ? this::dice : dice, this::otherAgent);
    bell.ringCount(choices.next(3));
    shared = choices.next(2) == 1;
    silentTools = choices.next(3) == 2;
    lazyWorkers = choices.next(8) == 7;
    for (String worker : List.of("w1", "w2", "w3")) {
      workers.put(worker, null);
    }
    store = created.outer.apply(faults);
    pruningHistory = new PruningHistory(this);
    turns =
        Turns.of(
                new TurnDependencies(store, this, new Random(0), ground.codec, bell, Runnable::run),
                List.of(created.chart),
                created.workers,
                ids)
            .get();
    for (String agent : AGENTS) {
      oracle.transact(agent, tx -> true);
    }
  }

  private int dice(int transaction) {
    int roll = choices.next(56);
    if (roll >= 51) {
      return FaultyTurnStore.Fault.STALE_READS.ordinal();
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

  /** Runs a schedule of so many actions, and finishes all work. */
  List<String> run(int actions) {
    open();
    for (int i = 0; i < actions && holdsInvariants(); i++) {
      act();
    }
    return finish();
  }

  void open() {
    for (String agent : AGENTS) {
      for (int i = 0; i < 20 && invoke(null, turns.open(agent)) == null; i++) {
        // until it is reported as open
      }
    }
  }

  private boolean holdsInvariants() {
    return oracle.violations().isEmpty() && pruningHistory.violations().isEmpty();
  }

  List<String> finish() {
    faults.stopFaults();
    for (int round = 0; round < ROUNDS && holdsInvariants(); round++) {
      if (round >= (lazyWorkers ? 10 : 0) && TurnInvariants.isQuiet(this)) {
        break;
      }
      boolean lazy = lazyWorkers && round < 10;
      if (!lazy) {
        workers.keySet().forEach(this::finishWork);
      }
      relay();
      if (!silentTools && round % 3 == 0) {
        List.copyOf(counters.commands.values()).forEach(command -> report(command, 0));
      }
      invoke(null, turns.tick(10));
      if (choices.next(8) == 0) {
        prune();
      }
      time = time.plusSeconds(lazy ? 31 : 4);
    }
    List<String> all = new ArrayList<>(oracle.violations());
    all.addAll(pruningHistory.violations());
    all.addAll(counters.wrong);
    if (all.isEmpty()) {
      all.addAll(TurnInvariants.broken(this));
    }
    return all;
  }

  /**
   * Makes a concurrent change between the reads and writes of a transaction; at the same time, as
   * the transaction reads again what it wrote itself.
   */
  private void otherAgent() {
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
      case 14, 15 -> invoke(null, turns.tick(10));
      case 16 -> relay();
      case 17, 18 -> passTime();
      case 19 -> prune();
      default -> interfere();
    }
  }

  /** Returns the answer, or null if there was none; the caller may have crashed then. */
  private <T> @Nullable T invoke(@Nullable String worker, CompletionStage<T> stage) {
    try {
      T answer = stage.toCompletableFuture().join();
      if (answer instanceof Ack || answer instanceof Turns.AckWithClaims) {
        Ack ack = answer instanceof Turns.AckWithClaims taken ? taken.ack() : (Ack) answer;
        counters.kinds.merge(ack.kind(), 1L, Long::sum);
        if (ack.kind() == Kind.CHART_ERROR || ack.kind() == Kind.UNKNOWN_CHART) {
          counters.wrong.add("answered " + ack);
        }
      }
      return answer;
    } catch (CompletionException e) {
      if (e.getCause() instanceof SimulatedCrash crash) {
        if (crash.amnesia && worker != null) {
          workers.put(worker, null);
        }
      } else if (!(e.getCause() instanceof WriteConflict)) {
        counters.wrong.add("threw " + e.getCause());
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
            ? invoke(null, user ? turns.uiAction(request) : turns.enqueue(request))
            : takeClaims(idle, turns.enqueue(request, idle));
    String name = agent + "/" + request.key();
    if (ack == null) {
      counters.busy.remove(name); // it may have been claimed
      return;
    }
    if (ack.kind() == Kind.AGENT_BUSY) {
      counters.busy.add(name);
    } else if (ack.inbox() != null) {
      counters.busy.remove(name);
      onAcknowledged(name, ack.inbox());
    }
  }

  /** Checks that a request is one row while that is kept, and a new one afterwards. */
  private void onAcknowledged(String name, long row) {
    counters.requests.put(row, name);
    Long before = counters.rows.put(name, row);
    if (pruningHistory.hasRow(row)) {
      counters.wrong.add("I4 " + name + " was acknowledged as row " + row + ", which was dropped");
    } else if (pruningHistory.hasRow(before)) {
      counters.retained.again++;
    } else if (before != null && before != row) {
      counters.wrong.add("I4 " + name + " was acknowledged as row " + before + " and " + row);
    }
  }

  /** Returns a worker for a claim in the same transaction; null = none this time. */
  private @Nullable String idleWorker() {
    int choice = choices.next(6);
    String worker = choice < 3 ? List.copyOf(workers.keySet()).get(choice) : null;
    return worker == null || workers.get(worker) != null ? null : worker;
  }

  private @Nullable Ack takeClaims(String worker, CompletionStage<Turns.AckWithClaims> stage) {
    Turns.AckWithClaims taken = invoke(worker, stage);
    if (taken == null) {
      return null;
    }
    for (ClaimedTurn turn : taken.claimed()) {
      workers.put(worker, turn.lease());
      counters.together++;
    }
    return taken.ack();
  }

  private void interfere() {
    String agent = agent();
    if (choices.next(2) == 0) {
      String key = "r" + choices.next(4);
      Ack ack = invoke(null, turns.cancel(agent, key));
      if (ack != null && ack.isAccepted() && ack.inbox() != null) {
        counters.cancelled.add(ack.inbox());
      }
    } else {
      invoke(null, turns.stop(agent, "stop" + named++, null, "user"));
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

  /** Prunes data older than an instant, or all finished data. */
  private void prune() {
    if (choices.next(2) == 0) {
      relay(); // unpublished events stay, and publication is rare
    }
    Instant before =
        switch (choices.next(4)) {
          case 0 -> time.minusSeconds(3);
          case 1 -> time;
          case 2 -> time.plusMillis(1);
          default -> time.plus(Duration.ofDays(365));
        };
    try {
      counters.retained.add(pruningHistory.prune(before, () -> store.prune(before)));
    } catch (SimulatedCrash e) {
      counters.retained.died++;
    }
  }

  private void relay() {
    turns.relay(
        5,
        event -> {
          counters.published.computeIfAbsent(event.agent(), a -> new ArrayList<>()).add(event);
          if (event.type().equals("tool.call")) {
            counters.commands.putIfAbsent(call(event), event);
          }
        });
  }

  /** Returns the id of the call of a command. */
  String call(Event event) {
    return String.valueOf(read(event).get("call"));
  }

  Map<String, ?> read(Event event) {
    return turns.codec().read(event.payload());
  }

  private void work(String worker) {
    Lease lease = workers.get(worker);
    if (lease == null) {
      List<ClaimedTurn> claimed = invoke(worker, turns.claimOf(agent(), worker));
      if (claimed != null && !claimed.isEmpty()) {
        workers.put(worker, claimed.get(0).lease());
      }
      return;
    }
    oracle.actor(lease);
    Ack ack = invoke(worker, workerTask(lease));
    oracle.actor(null);
    if (ack != null && ack.kind() == Kind.LOST && choices.next(2) == 0) {
      workers.put(worker, null); // the others continue without the answer
    }
  }

  private CompletionStage<Ack> workerTask(Lease lease) {
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
        List<ClaimedTurn> claimed = invoke(worker, turns.claimOf(agent, worker));
        if (claimed != null && !claimed.isEmpty()) {
          workers.put(worker, claimed.get(0).lease());
          return;
        }
      }
      return;
    }
    oracle.actor(lease);
    invoke(worker, turns.deliver(lease, Map.of("x", 1L)));
    oracle.actor(null);
    workers.put(worker, null);
  }

  private void useTool() {
    List<Event> commands = List.copyOf(counters.commands.values());
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
      invoke(null, turns.extend(command.agent(), call, Duration.ofSeconds(40)));
      return;
    }
    switch (how) {
      case 3 -> epoch--;
      case 4 ->
          invoke(null, turns.store(command.agent(), turn, card, call, status, Map.of("n", 1L)));
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
    boolean dropped = pruningHistory.hasTurn(turn);
    String idle = idleWorker();
    Ack ack =
        idle == null
            ? invoke(null, turns.report(report))
            : takeClaims(idle, turns.report(report, idle));
    if (ack != null && dropped) {
      counters.retained.reports++;
      if (ack.kind() != Kind.IGNORED && ack.kind() != Kind.DUPLICATE) {
        counters.wrong.add("a report to " + turn + ", which was dropped, was answered " + ack);
      }
    }
    if (ack != null && ack.kind() == Kind.LATE) {
      counters.late.put(call, command);
    }
  }
}
