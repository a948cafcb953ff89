package dev.statute.step;

import static dev.statute.chart.ActionFixtures.expr;
import static dev.statute.chart.ActionFixtures.send;
import static dev.statute.chart.ActionFixtures.sendTo;
import static dev.statute.chart.ActionFixtures.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartBuilder;
import dev.statute.chart.MigrationPlan;
import dev.statute.policy.spi.Policy;
import dev.statute.problem.SourceText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Timers and sends of migrated instances. */
class TimerMigrationTest {
  private static final Instant MOVED = Instant.ofEpochSecond(5);

  @Test
  void a_named_timer_keeps_its_instants_and_its_place_among_others() {
    UnaryOperator<ChartBuilder> old =
        c -> alone(c.instants("remind", "a", "10s, 30s", "r").timer("quit", "a", "20s", "q"));
    UnaryOperator<ChartBuilder> other =
        c -> alone(c.timer("quit", "a", "60s", "q").instants("remind", "a", "1s, 2s", "r"));
    MigrationResult.Migrated moved = moved(old, other);
    assertThat(moved.notes())
        .containsExactly(
            "the timer 'remind' goes on until 1970-01-01T00:00:10Z",
            "the timer 'quit' goes on until 1970-01-01T00:00:20Z",
            "the timer 'remind' goes on until 1970-01-01T00:00:30Z");
    assertThat(fires(moved)).containsExactly("10 r n=1", "20 q", "30 r n=2");
  }

  @Test
  void a_timer_with_fewer_instants_has_no_place_for_the_last() {
    UnaryOperator<ChartBuilder> old = c -> alone(c.instants("t", "a", "10s, 30s", "r"));
    assertThat(refused(old, c -> alone(c.timer("t", "a", "10s", "r")), "").code())
        .isEqualTo("timer");
    MigrationResult.Migrated moved = moved(old, c -> alone(c.timer("t", "a", "10s", "r")), "t");
    assertThat(moved.notes())
        .containsExactly(
            "the timer 't' goes on until 1970-01-01T00:00:10Z", "the timer 't' is forgotten");
    assertThat(fires(moved)).containsExactly("10 r");
  }

  @Test
  void a_periodic_timer_goes_on_and_is_no_other_kind_of_timer() {
    UnaryOperator<ChartBuilder> old = c -> alone(c.every("t", "a", "10s", "r", null));
    MigrationResult.Migrated moved = moved(old, c -> alone(c.every("t", "a", "7s", "r", null)));
    assertThat(fires(moved).subList(0, 3)).containsExactly("10 r", "17 r", "24 r");
    UnaryOperator<ChartBuilder> once = c -> alone(c.timer("t", "a", "10s", "r"));
    assertThat(refused(old, once, "").message())
        .isEqualTo("the timer 't' has no place in the new chart; name 't' under forget");
    assertThat(refused(once, old, "").code()).isEqualTo("timer");
    assertThat(fires(moved(once, old, "t")).get(0)).isEqualTo("15 r");
  }

  @Test
  void a_timer_whose_states_the_instance_is_not_in_is_lost() {
    UnaryOperator<ChartBuilder> old = c -> alone(c.timer("t", "a", "10s", "r"));
    UnaryOperator<ChartBuilder> elsewhere = c -> alone(c.timer("t", "b", "10s", "r"));
    assertThat(refused(old, elsewhere, "").code()).isEqualTo("timer");
    assertThat(fires(moved(old, elsewhere, "t"))).isEmpty();
  }

  @Test
  void what_is_new_begins_at_the_move() {
    UnaryOperator<ChartBuilder> other =
        c ->
            c.timer("t", "a", "10s", "r")
                .timer("no", "b", "10s", "r")
                .state("a", s -> s.after("3s", t -> t.to("b")))
                .state("b");
    MigrationResult.Migrated moved = moved(TimerMigrationTest::alone, other);
    assertThat(moved.notes())
        .containsExactly("the timer 'a.after.3s' begins", "the timer 't' begins");
    assertThat(moved.snapshot().due()).isEqualTo(MOVED.plusSeconds(3));
  }

  @Test
  void an_after_goes_on_by_its_duration_wherever_it_stands() {
    UnaryOperator<ChartBuilder> old =
        c ->
            c.state("a", s -> s.after("10s", t -> t.to("b")).after("20s", t -> t.to("c")))
                .state("b")
                .state("c");
    UnaryOperator<ChartBuilder> other =
        c ->
            c.state(
                    "a",
                    s ->
                        s.after("20s", t -> t.to("c"))
                            .after("7s", t -> t)
                            .after("10s", t -> t.to("b")))
                .state("b")
                .state("c");
    MigrationResult.Migrated moved = moved(old, other);
    assertThat(moved.notes())
        .containsExactly(
            "the timer 'a.after.10s' goes on until 1970-01-01T00:00:10Z",
            "the timer 'a.after.20s' goes on until 1970-01-01T00:00:20Z",
            "the timer 'a.after.7s' begins");
    Interpreter interpreter = Interpreter.of(moved.snapshot().chart(), Policy.NONE);
    List<Step> steps = interpreter.fireDue(moved.snapshot(), Instant.ofEpochSecond(10));
    assertThat(steps.get(steps.size() - 1).snapshot().configuration()).containsExactly("b");
  }

  @Test
  void what_was_sent_arrives_at_its_instant_if_anybody_may_hear_it() {
    UnaryOperator<ChartBuilder> old =
        c ->
            c.state("a", s -> s.entry(send("r", null, "10s", "x"), sendTo("far", "#_other", null)))
                .state("b");
    MigrationResult.Migrated moved =
        moved(old, c -> c.event("r").state("a", s -> s.on("r", "b")).state("b"));
    assertThat(moved.snapshot().due()).isEqualTo(Instant.ofEpochSecond(10));
    assertThat(fires(moved)).containsExactly("10 r");
    UnaryOperator<ChartBuilder> deaf = c -> c.event("s").state("a").state("b");
    assertThat(refused(old, deaf, "").message())
        .isEqualTo("the event 'r' has no place in the new chart; name 'r' under forget");
  }

  @Test
  void an_instance_without_anything_to_come_has_nothing_afterwards() {
    MigrationResult.Migrated moved = moved(TimerMigrationTest::alone, c -> alone(c).state("more"));
    assertThat(moved.snapshot().due()).isNull();
    assertThat(moved.notes()).isEmpty();
    assertThat(moved.snapshot().extras()).isEqualTo(start(TimerMigrationTest::alone).extras());
  }

  @Test
  void an_instance_that_the_migration_ends_waits_for_nothing() {
    UnaryOperator<ChartBuilder> old =
        c ->
            c.timer("t", "any", "10s", "r")
                .state("a", s -> s.entry(send("q", null, "20s", "x")).defer("z"))
                .state("b");
    UnaryOperator<ChartBuilder> ended =
        c ->
            c.timer("t", "any", "10s", "r")
                .timer("u", "any", "10s", "r")
                .on("r, q", "b")
                .state("b")
                .state("a", s -> s.last());
    assertThat(refused(old, ended, "q").message())
        .isEqualTo("the timer 't' has no place in the new chart; name 't' under forget");
    assertThat(refused(old, ended, "t").code()).isEqualTo("waiting");
    MigrationResult.Migrated moved = moved(old, ended, "t", "q");
    assertThat(moved.snapshot().isDone()).isTrue();
    assertThat(moved.snapshot().due()).isNull();
    assertThat(moved.notes())
        .containsExactly("the timer 't' is forgotten", "the event 'q' is forgotten");
  }

  @Test
  void data_that_cannot_be_kept_are_refused() {
    MigrationPlan plan =
        new MigrationPlan(
            text("c"), Map.of(), Map.of(text("x"), expr("{1: 'one'}")), List.of(), List.of());
    Snapshot started = start(TimerMigrationTest::alone);
    Chart next = chart(c -> alone(c).state("more"));
    assertThat(Migration.compile(plan, started.chart(), next).get().migrate(started, MOVED))
        .isInstanceOf(MigrationResult.Refused.class)
        .hasToString(
            "Refused[code=error, message=the value cannot be kept: the key 1 of a map is no text,"
                + " place=test.yaml:1:1]");
  }

  private static ChartBuilder alone(ChartBuilder c) {
    return c.state("a", s -> s.on("r", t -> t).on("q", t -> t)).state("b");
  }

  private static Chart chart(UnaryOperator<ChartBuilder> content) {
    return Chart.compile(ChartBuilder.chart("c", content)).get();
  }

  private static Snapshot start(UnaryOperator<ChartBuilder> content) {
    return Interpreter.of(chart(content), Policy.NONE)
        .start("i", Map.of(), Instant.EPOCH)
        .snapshot();
  }

  private static MigrationResult move(
      UnaryOperator<ChartBuilder> old, UnaryOperator<ChartBuilder> other, String... forget) {
    ChartBuilder[] made = new ChartBuilder[1];
    ChartBuilder.chart("places", c -> made[0] = c);
    List<SourceText> names = new ArrayList<>();
    for (String name : forget) {
      if (!name.isEmpty()) {
        names.add(made[0].text(name));
      }
    }
    Map<SourceText, List<SourceText>> states = new LinkedHashMap<>();
    states.put(made[0].text("a"), List.of(made[0].text("a")));
    for (String gone : List.of("b", "c")) {
      if (chart(old).states().contains(gone) && !chart(other).states().contains(gone)) {
        states.put(made[0].text(gone), List.of(made[0].text("a")));
      }
    }
    MigrationPlan plan = new MigrationPlan(made[0].text("c"), states, Map.of(), List.of(), names);
    Snapshot started = start(old);
    return Migration.compile(plan, started.chart(), chart(other)).get().migrate(started, MOVED);
  }

  private static MigrationResult.Migrated moved(
      UnaryOperator<ChartBuilder> old, UnaryOperator<ChartBuilder> other, String... forget) {
    MigrationResult migrated = move(old, other, forget);
    assertThat(migrated).isInstanceOf(MigrationResult.Migrated.class);
    return (MigrationResult.Migrated) migrated;
  }

  private static MigrationResult.Refused refused(
      UnaryOperator<ChartBuilder> old, UnaryOperator<ChartBuilder> other, String... forget) {
    MigrationResult migrated = move(old, other, forget);
    assertThat(migrated).isInstanceOf(MigrationResult.Refused.class);
    return (MigrationResult.Refused) migrated;
  }

  /** Returns second and event of all timers that fire in the next minute. */
  private static List<String> fires(MigrationResult.Migrated moved) {
    Interpreter interpreter = Interpreter.of(moved.snapshot().chart(), Policy.NONE);
    Snapshot snapshot = moved.snapshot();
    List<String> fired = new ArrayList<>();
    for (Instant due = snapshot.due();
        due != null && due.getEpochSecond() < 60;
        due = snapshot.due()) {
      Step step = interpreter.fire(snapshot, due);
      snapshot = step.snapshot();
      fired.add(due.getEpochSecond() + " " + words(step.cause()));
    }
    return fired;
  }

  private static String words(Cause cause) {
    if (cause instanceof Cause.Timer timer) {
      Object n = timer.data().get("n");
      return timer.event() + (n == null ? "" : " n=" + n);
    }
    return ((Cause.Sent) cause).event();
  }
}
