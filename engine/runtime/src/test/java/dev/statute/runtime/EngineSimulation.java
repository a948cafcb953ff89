package dev.statute.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.step.Chart;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.store.Doorbell;
import dev.statute.store.InstanceAdministration.Filter;
import dev.statute.store.InstanceAdministration.InstanceSummary;
import dev.statute.store.InstanceAdministration.Pruned;
import dev.statute.store.InstanceStore;
import dev.statute.store.InstanceStore.Status;
import dev.statute.store.StreamEvent;
import dev.statute.store.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** One schedule: the calls of the host, the faults, and the properties checked at the end. */
public final class EngineSimulation {
  private static final Duration LEASE = Duration.ofSeconds(15);

  private static final Chart LEDGER =
      RuntimeTestCharts.chart(
          """
          chart: ledger
          data: { n: 0 }
          states:
            open:
              on:
                Add: { do: [ { assign: { n: data.n + 1 } }, { emit: { added: { i: event.i } } } ] }
                Pass: { do: [ { emit: { passed: { i: event.i } } }, { send: { event: Add, to: "${event.to}", data: { i: event.i } } } ] }
                Ask: { do: [ { emit: { asked: { i: event.i } } }, { call: { handler: work, with: { i: event.i } } } ] }
                Later: { do: [ { emit: { later: { i: event.i } } }, { send: { event: Tick, data: { i: event.i }, after: 4s } } ] }
                Tick: { do: [ { emit: { ticked: { i: event.i } } } ] }
                done.call.work: { do: [ { emit: { answered: { i: event.value } } } ] }
          """);

  /** Invokes tasks and children, and sometimes leaves before their end. */
  private static final Chart BOSS =
      RuntimeTestCharts.chart(
          """
          chart: boss
          data: { i: null }
          states:
            idle:
              on:
                Task: { to: tasking, do: [ { assign: { i: event.i } }, { emit: { tasked: { i: event.i } } } ] }
                Child: { to: parent, do: [ { assign: { i: event.i } }, { emit: { called: { i: event.i } } } ] }
            tasking:
              invoke: { task: work, id: chore, with: { i: data.i } }
              on: { done.invoke.chore: { to: idle, do: [ { emit: { done: { i: event.value } } } ] } }
            parent:
              invoke: { chart: kid, id: kid, with: { i: data.i } }
              on:
                done.invoke.kid: { to: idle, do: [ { emit: { raised: { i: data.i } } } ] }
                Leave: { to: idle, do: [ { emit: { left: { i: data.i } } } ] }
          """);

  private static final Chart KID =
      RuntimeTestCharts.chart(
          """
          chart: kid
          data: { i: null }
          states:
            working:
              entry: [ { emit: { born: { i: data.i } } } ]
              exit: [ { emit: { cleaned: { i: data.i } } } ]
              after: { 2s: grown }
            grown: { final: true }
          """);

  private static final List<String> OF_LEDGERS = List.of("Add", "Pass", "Ask", "Later");
  private static final List<String> OF_BOSS = List.of("Task", "Child", "Leave");

  /** Counters over all schedules. */
  public static final class Tally {
    long lost;
    long killed;
    long frozen;
    long failedBefore;
    long failedAfter;
    long takenOver;
    long handled;
    long parked;
    long jumped;
    long tasks;
    long raised;
    long left;
    long droppedInstances;
    long droppedIds;
    long droppedEvents;

    /** Number of clock jumps of one engine while others were running. */
    public long jumped() {
      return jumped;
    }

    /** Number of fenced commits. */
    public long lost() {
      return lost;
    }

    /** Number of takeovers of instances. */
    public long takenOver() {
      return takenOver;
    }
  }

  private final long seed;
  private final Random random;
  private final Tally tally;
  private final ManualClock clock = new ManualClock();
  private final InstanceStore store;
  private final List<Consumer<String>> ears = new CopyOnWriteArrayList<>();
  private final List<Process> processes = new ArrayList<>();
  private final Map<String, String> workByKey = new LinkedHashMap<>();
  private final Map<String, Input> asked = new LinkedHashMap<>();
  private final Map<String, String> outcomes = new LinkedHashMap<>();

  /** Events of streams seen at prunings and at the end. */
  private final Map<String, Map<Long, StreamEvent>> streams = new LinkedHashMap<>();

  /** Time of the last quiet state without pending redeliveries; older data may be pruned. */
  private Instant rested = clock.now();

  /** Index of the first event that may be redelivered. */
  private int first;

  private boolean calm;
  private int number;

  /**
   * Prepares a schedule.
   *
   * @param store empty; its writes are complete when the call returns
   */
  public EngineSimulation(long seed, InstanceStore store, Tally tally) {
    this.seed = seed;
    this.random = new Random(seed);
    this.store = store;
    this.tally = tally;
  }

  /** Engine with threads of its own, which can die or stall at any point. */
  private final class Process implements Executor {
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final ManualClock own = new ManualClock(clock.now());
    private final FaultyInstanceStore way;
    private final Engine engine;
    private boolean isDead;
    private int frozen;

    Process() {
      way = new FaultyInstanceStore(store, random, tally, () -> calm, tasks::add);
      engine =
          Engine.builder()
              .clock(own)
              .executor(this)
              .handlerExecutor(this)
              .subscriberExecutor(this)
              .random(new SplittableRandom(random.nextLong()))
              .lease(LEASE)
              .store(way)
              .doorbell(new LossyDoorbell(this))
              .passivate(Duration.ofSeconds(3), 2)
              .chart(LEDGER)
              .chart(BOSS)
              .chart(KID)
              .asyncHandler("work", this::work)
              .build();
    }

    private CompletableFuture<Reply> work(Call call) {
      String i = String.valueOf(call.with().get("i"));
      String before = workByKey.putIfAbsent(call.key(), i);
      assertThat(before == null || before.equals(i))
          .as("seed %d: a key is of one call", seed)
          .isTrue();
      CompletableFuture<Reply> reply = new CompletableFuture<>();
      execute(() -> reply.complete(Reply.of(call.with().get("i"))));
      return reply;
    }

    @Override
    public void execute(Runnable work) {
      if (!isDead) {
        tasks.add(
            () -> {
              way.startOperation();
              work.run();
            });
      }
    }

    boolean canRun() {
      return !isDead && frozen == 0 && !tasks.isEmpty();
    }

    void die() {
      isDead = true;
      way.kill();
      tasks.clear();
    }
  }

  /** Doorbell that loses and repeats rings. */
  private final class LossyDoorbell implements Doorbell {
    private final Process process;

    LossyDoorbell(Process process) {
      this.process = process;
    }

    @Override
    public void ring(String topic) {
      int times = calm ? 1 : random.nextInt(3);
      for (int i = 0; i < times; i++) {
        ears.forEach(ear -> ear.accept(topic));
      }
    }

    @Override
    public Subscription listen(Consumer<String> onRing) {
      Consumer<String> ear =
          topic -> {
            if (!process.isDead) {
              onRing.accept(topic);
            }
          };
      ears.add(ear);
      return () -> ears.remove(ear);
    }
  }

  public void run() {
    try {
      calm = true;
      start();
      start();
      drain();
      processes.get(0).engine.spawn("a", "ledger");
      processes.get(1).engine.spawn("b", "ledger");
      processes.get(0).engine.spawn("p", "boss");
      drain();
      calm = false;
      for (int i = 0; i < 120; i++) {
        act();
      }
      calm = true;
      processes.forEach(process -> process.frozen = 0);
      finish();
      check();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("schedule " + seed + " (-Dsimulation.only=" + seed + ")", e);
    }
  }

  private void start() {
    try {
      processes.add(new Process());
    } catch (dev.statute.store.StoreException e) {
      assertThat(calm).isFalse();
    }
  }

  private void act() {
    int what = random.nextInt(106);
    if (what < 25) {
      ask();
    } else if (what < 28) {
      List<Process> alive = processes.stream().filter(each -> !each.isDead).toList();
      if (alive.size() > 1) {
        tally.killed++;
        alive.get(random.nextInt(alive.size())).die();
      }
      start();
    } else if (what < 32) {
      tally.frozen++;
      processes.get(random.nextInt(processes.size())).frozen = 10 + random.nextInt(60);
    } else if (what < 45) {
      advance(Duration.ofMillis(random.nextInt(2500)));
    } else if (what < 47) {
      advance(LEASE);
    } else if (what < 49) {
      park();
    } else if (what < 50) {
      long seconds = random.nextInt(40) - 10;
      jump(clock, seconds);
      processes.forEach(process -> jump(process.own, seconds));
    } else if (what < 51) {
      rest();
    } else if (what < 54) {
      prune();
    } else if (what < 56) {
      tally.jumped++;
      ManualClock one = processes.get(random.nextInt(processes.size())).own;
      jump(one, random.nextInt(2) == 0 ? random.nextInt(80) - 40 : Duration.ofDays(1).toSeconds());
    } else {
      step(1 + random.nextInt(6));
    }
    processes.forEach(process -> process.frozen = Math.max(0, process.frozen - 1));
  }

  private void advance(Duration by) {
    clock.advance(by);
    processes.forEach(process -> process.own.advance(by));
  }

  /** Moves a clock; no time written with it may be older than the pruning limit. */
  private void jump(ManualClock one, long seconds) {
    one.jump(one.now().plusSeconds(seconds));
    rested = rested.isBefore(one.now()) ? rested : one.now();
  }

  /** Sets all clocks to the latest of them, as no lease or timer goes back. */
  private void setClocks() {
    Instant latest =
        processes.stream().map(each -> each.own.now()).max(Instant::compareTo).orElse(clock.now());
    clock.jump(latest);
    processes.forEach(process -> process.own.jump(latest));
  }

  /** Suspends faults until all outcomes are known and no step is running. */
  private void rest() {
    calm = true;
    processes.forEach(process -> process.frozen = 0);
    List<Process> alive = processes.stream().filter(process -> !process.isDead).toList();
    for (int round = 0; round < 4; round++) {
      settle(alive.get(random.nextInt(alive.size())));
    }
    if (outcomes.keySet().containsAll(asked.keySet())) {
      rested = earliest();
      first = number;
    }
    calm = false;
  }

  private Instant earliest() {
    return processes.stream()
        .map(each -> each.own.now())
        .min(Instant::compareTo)
        .orElse(clock.now());
  }

  /** Prunes data older than any possible redelivery. */
  private void prune() {
    remember();
    Pruned gone = store.prune(rested.minusSeconds(random.nextInt(2) * random.nextInt(30)));
    tally.droppedInstances += gone.instances();
    tally.droppedIds += gone.inbox();
    tally.droppedEvents += gone.events();
  }

  private void remember() {
    for (InstanceSummary each : store.list(Filter.all(1_000))) {
      Map<Long, StreamEvent> all = streams.computeIfAbsent(each.id(), id -> new TreeMap<>());
      store.events(each.id(), 0, 100_000).forEach(event -> all.put(event.number(), event));
    }
  }

  /** Parks an instance, or retries one. */
  private void park() {
    List<InstanceSummary> all = store.list(Filter.all(1_000));
    InstanceSummary one = all.get(random.nextInt(all.size()));
    if (one.status() == Status.PARKED) {
      assertThat(store.retry(one.id())).isTrue();
    } else if (one.status() == Status.LIVE) {
      tally.parked++;
      assertThat(store.park(one.id(), "somebody looks at it")).isTrue();
    }
  }

  private void step(int times) {
    for (int i = 0; i < times; i++) {
      List<Process> ready = processes.stream().filter(Process::canRun).toList();
      if (ready.isEmpty()) {
        return;
      }
      ready.get(random.nextInt(ready.size())).tasks.remove().run();
    }
  }

  private void drain() {
    for (int i = 0; i < 100_000; i++) {
      List<Process> ready = processes.stream().filter(Process::canRun).toList();
      if (ready.isEmpty()) {
        return;
      }
      ready.get(random.nextInt(ready.size())).tasks.remove().run();
    }
    throw new AssertionError("it never rests");
  }

  /** Posts or sends a new event, or repeats one with an unknown outcome. */
  private void ask() {
    List<Process> alive =
        processes.stream().filter(process -> !process.isDead && process.frozen == 0).toList();
    if (alive.isEmpty()) {
      return;
    }
    String id = "e" + number;
    if (number > first && random.nextInt(4) == 0) {
      id = "e" + (first + random.nextInt(number - first));
    } else {
      number++;
    }
    String i = id;
    Input input = asked.computeIfAbsent(id, same -> input(i));
    give(alive.get(random.nextInt(alive.size())), id, input);
  }

  private Input input(String i) {
    List<String> names = random.nextInt(3) == 0 ? OF_BOSS : OF_LEDGERS;
    String name = names.get(random.nextInt(names.size()));
    return new Input.Event(name, Map.of("i", i, "to", random.nextBoolean() ? "a" : "b"), i);
  }

  private void give(Process process, String id, Input input) {
    // One id always belongs to one instance.
    String ledger = id.hashCode() % 2 == 0 ? "a" : "b";
    boolean ofBoss = input instanceof Input.Event event && OF_BOSS.contains(event.name());
    InstanceHandle handle = process.engine.instance(ofBoss ? "p" : ledger);
    if (random.nextBoolean()) {
      handle.post(input).thenAccept(accepted -> outcomes.put(id, "accepted"));
    } else {
      handle.send(input).thenAccept(outcome -> told(id, outcome));
    }
  }

  private void told(String id, Outcome outcome) {
    if (outcome instanceof Outcome.Taken
        || outcome instanceof Outcome.Ignored
        || outcome instanceof Outcome.Duplicate) {
      outcomes.put(id, outcome.kind());
    }
  }

  /** Ends all faults, repeats inputs until their outcomes are known, and advances time. */
  private void finish() {
    setClocks();
    for (InstanceSummary each : store.list(new Filter(List.of(Status.PARKED), null, "", 1_000))) {
      assertThat(store.retry(each.id())).isTrue();
    }
    start();
    Process last = processes.get(processes.size() - 1);
    for (int round = 0; round < 20 && !isOver(); round++) {
      settle(last);
    }
  }

  /** Runs all engines, repeats inputs with unknown outcomes, and advances time. */
  private void settle(Process asks) {
    drain();
    asked.forEach(
        (id, input) -> {
          if (!outcomes.containsKey(id)) {
            give(asks, id, input);
          }
        });
    drain();
    for (int second = 0; second < 6; second++) {
      advance(Duration.ofSeconds(1));
      drain();
    }
  }

  private boolean isOver() {
    return outcomes.keySet().containsAll(asked.keySet())
        && store.list(Filter.all(1_000)).stream()
            .allMatch(each -> each.waiting() == 0 && each.owing() == 0 && each.due() == null);
  }

  private void check() {
    assertThat(outcomes.keySet()).as("what was asked is known").containsAll(asked.keySet());
    Map<String, List<String>> told = new LinkedHashMap<>();
    for (InstanceSummary each : store.list(Filter.all(1_000))) {
      assertThat(each.status())
          .as("%s", each)
          .isEqualTo(each.chart().equals("kid") ? Status.DONE : Status.LIVE);
      assertThat(List.of(each.waiting(), each.owing()))
          .as("left of %s", each)
          .isEqualTo(List.of(0, 0));
      tally.takenOver += Math.max(0, revisionless(each.id()) - 1);
    }
    remember();
    for (Map<Long, StreamEvent> stream : streams.values()) {
      long last = 0;
      for (StreamEvent event : stream.values()) {
        assertThat(event.number()).as("numbers without gaps").isEqualTo(++last);
        told.computeIfAbsent(event.type(), type -> new ArrayList<>())
            .add(event.data().get("i") + "");
      }
    }
    tally.handled += asked.size();
    checkBoss(told);
    List<String> added = names("Add");
    List<String> passed = names("Pass");
    assertThat(told.getOrDefault("passed", List.of())).containsExactlyInAnyOrderElementsOf(passed);
    added.addAll(passed);
    assertThat(told.getOrDefault("added", List.of())).containsExactlyInAnyOrderElementsOf(added);
    for (List<String> pair :
        List.of(List.of("asked", "answered", "Ask"), List.of("later", "ticked", "Later"))) {
      List<String> expected = names(pair.get(2));
      assertThat(told.getOrDefault(pair.get(0), List.of()))
          .containsExactlyInAnyOrderElementsOf(expected);
      assertThat(told.getOrDefault(pair.get(1), List.of()))
          .containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  /**
   * Checks that every task ran once, and that every child ended or was cancelled and cleaned up
   * once.
   */
  private void checkBoss(Map<String, List<String>> told) {
    List<String> tasked = told.getOrDefault("tasked", List.of());
    List<String> called = told.getOrDefault("called", List.of());
    assertThat(told.getOrDefault("done", List.of())).containsExactlyInAnyOrderElementsOf(tasked);
    List<String> ends = new ArrayList<>(told.getOrDefault("raised", List.of()));
    ends.addAll(told.getOrDefault("left", List.of()));
    assertThat(ends).containsExactlyInAnyOrderElementsOf(called);
    List<String> born = told.getOrDefault("born", List.of());
    assertThat(born).as("no child twice").doesNotHaveDuplicates();
    assertThat(called).containsAll(born);
    assertThat(born).containsAll(told.getOrDefault("raised", List.of()));
    assertThat(told.getOrDefault("cleaned", List.of())).containsExactlyInAnyOrderElementsOf(born);
    List<String> taken = new ArrayList<>(tasked);
    taken.addAll(called);
    assertThat(taken).as("an event is taken once").doesNotHaveDuplicates();
    assertThat(names("Task")).containsAll(tasked);
    assertThat(names("Child")).containsAll(called);
    for (String name : List.of("Task", "Child")) {
      for (String id : names(name)) {
        if ("taken".equals(outcomes.get(id)) || "ignored".equals(outcomes.get(id))) {
          assertThat(taken.contains(id)).as(id).isEqualTo("taken".equals(outcomes.get(id)));
        }
      }
    }
    tally.tasks += tasked.size();
    tally.raised += told.getOrDefault("raised", List.of()).size();
    tally.left += told.getOrDefault("left", List.of()).size();
  }

  private long revisionless(String id) {
    Map<String, ?> all = store.inspect(id);
    return all == null ? 0 : ((Number) all.get("epoch")).longValue();
  }

  private List<String> names(String event) {
    List<String> names = new ArrayList<>();
    asked.forEach(
        (id, input) -> {
          if (input instanceof Input.Event each && each.name().equals(event)) {
            names.add(id);
          }
        });
    return names;
  }
}
