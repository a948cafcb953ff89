package dev.statute.turns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.turns.Ack.Kind;
import dev.statute.turns.FaultyTurnStore.Fault;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Protocol under faults: a seed is a schedule, all of it on one thread. {@code
 * -Dturns.schedules=1000000} runs that many, {@code -Dturns.seed=N} starts with another seed.
 *
 * <p>The rules are the shipped ones. {@link CachedPolicy} caches their answers and verifies some
 * again, and snapshots are kept as objects instead of as JSON.
 */
@Tag("long")
class TurnSimulationTest {
  private static final int SCHEDULES = Integer.getInteger("turns.schedules", 100_000);
  private static final long SEED = Long.getLong("turns.seed", 0);

  @Test
  void under_all_faults_every_invariant_holds_and_each_fault_occurs() throws InterruptedException {
    Map<Fault, Long> faults = new EnumMap<>(Fault.class);
    Map<Kind, Long> answers = new EnumMap<>(Kind.class);
    long together = 0;
    PruningCounters retained = new PruningCounters();
    for (Observations seen : seen()) {
      seen.faults.forEach((fault, number) -> faults.merge(fault, number, Long::sum));
      seen.answers.forEach((kind, number) -> answers.merge(kind, number, Long::sum));
      together += seen.together.get();
      retained.add(seen.retained);
    }
    assertThat(retained.times).as("times that something was dropped").isGreaterThan(SCHEDULES / 10);
    assertThat(retained.turns).as("turns that were dropped").isGreaterThan(SCHEDULES / 10);
    assertThat(retained.events).as("events that were dropped").isGreaterThan(SCHEDULES / 10);
    assertThat(retained.cards).as("cards that were dropped").isPositive();
    assertThat(retained.died).as("times that it was broken off").isPositive();
    assertThat(retained.again).as("requests that were new again").isPositive();
    assertThat(retained.reports).as("reports to turns that were dropped").isPositive();
    assertThat(together).as("turns claimed by what made them ready").isPositive();
    assertThat(faults).allSatisfy((fault, number) -> assertThat(number).isPositive());
    assertThat(answers.keySet())
        .as("every kind of answer was given, but for those to agents and charts that are not there")
        .contains(
            Kind.DONE,
            Kind.DUPLICATE,
            Kind.LATE,
            Kind.PUT_OFF,
            Kind.IGNORED,
            Kind.MALFORMED,
            Kind.LOST,
            Kind.REFUSED,
            Kind.AGENT_BUSY,
            Kind.NOT_QUEUED);
  }

  /** Events observed in schedules. */
  private record Observations(
      Map<Fault, Long> faults,
      Map<Kind, Long> answers,
      AtomicLong together,
      PruningCounters retained) {}

  /** Runs schedules on as many threads as processors, each on one thread. */
  private static List<Observations> seen() throws InterruptedException {
    int threads = Runtime.getRuntime().availableProcessors();
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Callable<Observations>> parts = new ArrayList<>();
      for (int part = 0; part < threads; part++) {
        long first = SEED + (long) SCHEDULES * part / threads;
        long end = SEED + (long) SCHEDULES * (part + 1) / threads;
        parts.add(() -> seen(first, end));
      }
      List<Observations> all = new ArrayList<>();
      for (Future<Observations> part : executor.invokeAll(parts)) {
        try {
          all.add(part.get());
        } catch (ExecutionException e) {
          throw new AssertionError(e.getCause().getMessage(), e.getCause());
        }
      }
      return all;
    } finally {
      executor.shutdownNow();
    }
  }

  private static Observations seen(long first, long end) {
    TurnSimulation.Made made = ScheduleRunner.unmodified();
    Observations seen =
        new Observations(
            new EnumMap<>(Fault.class),
            new EnumMap<>(Kind.class),
            new AtomicLong(),
            new PruningCounters());
    for (long seed = first; seed < end; seed++) {
      ScheduleChoices choices = ScheduleChoices.of(seed);
      TurnSimulation sim = new TurnSimulation(choices, made, null);
      List<String> broken = sim.run(ScheduleRunner.actions(choices));
      if (!broken.isEmpty()) {
        throw new AssertionError(ScheduleRunner.shrink(seed, choices.taken(), made).toString());
      }
      for (Fault fault : Fault.values()) {
        seen.faults.merge(fault, sim.faults.occurred(fault), Long::sum);
      }
      seen.together.addAndGet(sim.counters.together);
      seen.retained.add(sim.counters.retained);
      sim.counters.kinds.forEach((kind, number) -> seen.answers.merge(kind, number, Long::sum));
    }
    return seen;
  }

  @Test
  void a_fault_at_any_one_transaction_breaks_nothing() {
    TurnSimulation.Made made = ScheduleRunner.unmodified();
    int runs = 0;
    for (long seed = 0; seed < 12; seed++) {
      int transactions = once(seed, made, 0, Fault.NONE);
      for (int at = 1; at <= transactions; at++) {
        for (Fault fault : Fault.values()) {
          once(seed, made, at, fault);
          runs++;
        }
      }
    }
    assertThat(runs).isGreaterThan(1000);
  }

  /**
   * Runs one schedule of that seed with one fault at that transaction; returns the number of
   * transactions.
   */
  private static int once(long seed, TurnSimulation.Made made, int at, Fault fault) {
    ScheduleChoices choices = ScheduleChoices.of(seed);
    TurnSimulation sim =
        new TurnSimulation(choices, made, number -> number == at ? fault.ordinal() : 0);
    List<String> broken = sim.run(30);
    assertThat(broken).as("seed %s, %s at transaction %s", seed, fault, at).isEmpty();
    return sim.faults.transactions();
  }

  @Test
  void a_seed_is_a_schedule() {
    TurnSimulation.Made made = ScheduleRunner.unmodified();
    for (long seed = 0; seed < 20; seed++) {
      assertThat(story(seed, made)).isEqualTo(story(seed, made));
    }
  }

  private static List<Object> story(long seed, TurnSimulation.Made made) {
    ScheduleChoices choices = ScheduleChoices.of(seed);
    TurnSimulation sim = new TurnSimulation(choices, made, null);
    sim.run(30);
    List<Object> story = new ArrayList<>(choices.taken());
    TurnSimulation.AGENTS.forEach(agent -> story.addAll(sim.oracle.events(agent, 0, 1000)));
    return story;
  }

  @Test
  void a_schedule_that_fails_is_made_small_and_still_fails() {
    TurnSimulation.Made mutant = ProtocolMutant.EARLY_RESUME.get();
    ScheduleRunner.Found first =
        Objects.requireNonNull(ScheduleRunner.findFirstFailure(mutant, 0, 1000));
    ScheduleRunner.Found small = ScheduleRunner.shrink(first.seed(), first.choices(), mutant);
    assertThat(small.choices().size()).isLessThan(first.choices().size() / 2);
    assertThat(small.broken()).isNotEmpty();
    assertThat(ScheduleRunner.run(ScheduleChoices.of(small.choices()), mutant))
        .isEqualTo(small.broken());
    assertThat(small.toString()).contains("seed " + first.seed()).contains("resumed with call");
  }
}
