package dev.statute.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.statute.policy.spi.Policy;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.problem.Source;
import dev.statute.step.Chart;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Migration;
import dev.statute.step.MigrationResult;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Migration of instances between definitions of a chart. */
class MigrationTest {
  private static final Instant LATER = Instant.parse("2026-01-01T00:01:00Z");

  private static final String OLD =
      """
      chart: review
      data: { draft: "", tries: 0 }
      states:
        writing: { on: { done: waiting }, after: { 10m: given_up } }
        waiting: { on: { ok: published, back: writing } }
        published: { final: true }
        given_up: { final: true }
      """;

  @Test
  void a_state_that_keeps_its_id_needs_no_word_in_the_plan() {
    Snapshot moved =
        moved(at(OLD, "waiting"), OLD.replace("ok: published", "ok: published, no: writing"), "");
    assertThat(moved.configuration()).containsExactly("waiting");
    assertThat(moved.sequence()).isEqualTo(2);
    assertThat(outcome(moved, "no")).isEqualTo("taken");
  }

  @Test
  void a_renamed_state_and_its_data_go_where_the_plan_says() {
    String renamed =
        OLD.replace("waiting", "reviewing").replace("tries: 0", "attempts: { type: int }");
    Snapshot moved =
        moved(
            at(OLD, "waiting"),
            renamed,
            """
            states: { waiting: reviewing }
            data: { attempts: data.tries + 1, draft: "'was ' + data.draft" }
            remove: [ tries ]
            """);
    assertThat(moved.configuration()).containsExactly("reviewing");
    assertThat(moved.data()).hasToString("{draft=was , attempts=1}");
  }

  @Test
  void what_has_no_counterpart_is_said_before_any_instance_is_touched() {
    String other =
        OLD.replace("waiting", "awaiting").replace("tries: 0", "attempts: { type: int }");
    assertThat(plan(OLD, other, "").problems())
        .extracting(Problem::code, Problem::fix)
        .containsExactlyInAnyOrder(
            tuple("M103", "add states: { waiting: awaiting }"),
            tuple("M105", "add data: { attempts: VALUE }"),
            tuple("M105", "add remove: [tries]"));
  }

  @Test
  void names_that_are_in_neither_chart_are_told_with_their_place() {
    assertThat(
            plan(OLD, OLD, "states: { wating: writing, writing: writting }").problems().stream()
                .map(problem -> problem.place() + " " + problem.code() + " " + problem.fix()))
        .containsExactly(
            "plan.migration.yaml:2:11 M102 did you mean 'waiting'?",
            "plan.migration.yaml:2:37 M102 did you mean 'writing'?");
  }

  @Test
  void a_plan_for_another_chart_and_a_loss_that_cannot_be_are_problems() {
    String closed = OLD.replace("data:", "events: { done: {}, ok: {}, back: {} }\ndata:");
    Source source =
        new Source("p.migration.yaml", "migrate: revue\nforget: [ writing.after.9m ]\n");
    assertThat(
            Migration.compile(MigrationYaml.load(source).get(), chart(closed), chart(closed))
                .problems())
        .extracting(Problem::code, Problem::fix)
        .containsExactly(
            tuple("M101", "write migrate: review"),
            tuple("M106", "did you mean 'writing.after.10m'?"));
  }

  @Test
  void a_timer_of_a_state_that_goes_on_keeps_its_instant() {
    Snapshot moved = moved(at(OLD, "writing"), OLD.replace("back: writing", "no: writing"), "");
    assertThat(moved.due()).isEqualTo(Instant.EPOCH.plusSeconds(600));
  }

  @Test
  void a_running_timer_is_lost_only_if_the_plan_says_so() {
    String longer = OLD.replace("10m", "20m");
    Snapshot writing = at(OLD, "writing");
    assertThat(move(writing, longer, ""))
        .isEqualTo(
            new MigrationResult.Refused(
                "timer",
                "the timer 'writing.after.10m' has no place in the new chart; name"
                    + " 'writing.after.10m' under forget",
                null));
    Snapshot moved = moved(writing, longer, "forget: [ writing.after.10m ]");
    assertThat(moved.due()).isEqualTo(LATER.plusSeconds(1_200));
  }

  @Test
  void a_timer_that_has_fired_does_not_begin_again() {
    String timed =
        """
        chart: c
        states: { a: { on: { late: { do: [ { log: late } ] } } }, b: { final: true } }
        timers: { t: { in: a, after: 1s, send: late } }
        """;
    Interpreter interpreter = Interpreter.of(chart(timed), Policy.NONE);
    Snapshot start = interpreter.start("i", Map.of(), Instant.EPOCH).snapshot();
    Snapshot fired = last(interpreter.fireDue(start, LATER));
    assertThat(
            moved(
                    fired,
                    timed.replace("late: {", "b, go: b, late: {").replace("on: { b,", "on: {"),
                    "")
                .due())
        .isNull();
  }

  @Test
  void every_region_must_be_spoken_for() {
    String regions =
        """
        chart: review
        data: { draft: "", tries: 0 }
        states:
          work:
            parallel: true
            states:
              task: { states: { writing: { on: { done: waiting } }, waiting: {} } }
              watch: { states: { calm: { on: { odd: alarm } }, alarm: {} } }
        """;
    Snapshot waiting = at(OLD, "waiting");
    assertThat(move(waiting, regions, ""))
        .isEqualTo(
            new MigrationResult.Refused(
                "configuration",
                "nothing says where it would rest in the region 'watch'; name a state of it too,"
                    + " beside waiting",
                null));
    assertThat(moved(waiting, regions, "states: { waiting: [waiting, alarm] }").configuration())
        .containsExactly("waiting", "alarm");
    assertThat(moved(waiting, regions, "states: { waiting: [waiting, watch] }").configuration())
        .containsExactly("waiting", "calm");
  }

  @Test
  void two_targets_that_exclude_each_other_are_a_problem_of_the_plan() {
    assertThat(plan(OLD, OLD, "states: { waiting: [writing, waiting] }").problems())
        .extracting(Problem::code, Problem::message)
        .containsExactly(tuple("M104", "'writing' and 'waiting' exclude each other"));
  }

  @Test
  void a_history_remembers_the_counterparts_or_is_forgotten() {
    String old =
        """
        chart: c
        states:
          on: { states: { a: { on: { next: b } }, b: {}, h: { history: shallow } }, on: { off: off } }
          off: { on: { on: h } }
        """;
    Snapshot off = at(old, "next", "off");
    String renamed = old.replace("b", "bee");
    Snapshot moved = moved(off, renamed, "states: { b: bee }");
    assertThat(last(step(moved, "on")).configuration()).containsExactly("bee");
    String without =
        "chart: c\nstates: { on: { states: { a: {}, b: {} } }, off: { on: { on: on } } }\n";
    assertThat(plan(old, without, "").problems()).extracting(Problem::code).containsExactly("M103");
    assertThat(moved(off, without, "forget: [ h ]").configuration()).containsExactly("off");
  }

  @Test
  void an_event_that_waits_is_kept_or_refused() {
    String old =
        """
        chart: c
        events: { go: {}, later: {} }
        states: { a: { defer: [ later ], on: { go: b } }, b: { on: { later: c } }, c: { final: true } }
        """;
    Snapshot waits = at(old, "later");
    assertThat(
            last(step(
                    moved(
                        waits,
                        old.replace("go: b", "go: b, later: c").replace("defer: [ later ], ", ""),
                        ""),
                    "go"))
                .configuration())
        .containsExactly("c");
    String without =
        "chart: c\nevents: { go: {} }\nstates: { a: { on: { go: b } }, b: { final: true } }\n";
    String plan = "states: { b: b, c: a }\n";
    assertThat(((MigrationResult.Refused) move(waits, without, plan)).code()).isEqualTo("waiting");
    assertThat(moved(waits, without, plan + "forget: [ later ]").deferred()).isEmpty();
  }

  @Test
  void an_invocation_goes_on_or_must_end_first() {
    String old =
        """
        chart: c
        states: { a: { invoke: { task: llm, id: t }, on: { done.invoke.t: b } }, b: { final: true } }
        """;
    Snapshot runs = at(old);
    Snapshot moved = moved(runs, old.replace("a:", "busy:"), "states: { a: busy }");
    assertThat(moved.invocations()).isEqualTo(runs.invocations());
    assertThat(
            ((MigrationResult.Refused)
                    move(runs, old.replace("id: t", "id: u").replace("e.t", "e.u"), ""))
                .message())
        .isEqualTo("'t' still runs for 'a'; let it end first");
    String idle = "chart: c\nstates: { a: { on: { go: b } }, b: { final: true } }\n";
    assertThat(((MigrationResult.Refused) move(at(idle), old, "")).message())
        .isEqualTo("'a' would wait for 't', which nobody began; move it to the state before");
  }

  @Test
  void what_the_new_chart_requires_must_hold() {
    String strict = OLD.replace("waiting: {", "waiting: { requires: [ \"data.tries > 0\" ],");
    assertThat(((MigrationResult.Refused) move(at(OLD, "done"), strict, "")).code())
        .isEqualTo("requires");
    assertThat(moved(at(OLD, "done"), strict, "data: { tries: 1 }").configuration())
        .containsExactly("waiting");
  }

  @Test
  void a_finished_instance_and_one_of_another_content_stay_what_they_are() {
    String other = OLD.replace("10m", "20m");
    assertThat(((MigrationResult.Refused) move(at(OLD, "done", "ok"), other, "")).code())
        .isEqualTo("finished");
    Migration migration = plan(OLD, other, "").get();
    assertThat(((MigrationResult.Refused) migration.migrate(at(OLD), LATER)).code())
        .isEqualTo("other-chart");
    assertThat(
            ((MigrationResult.Refused)
                    migration.migrate(
                        Interpreter.of(migration.to(), Policy.NONE)
                            .start("i", Map.of(), LATER)
                            .snapshot(),
                        LATER))
                .code())
        .isEqualTo("already");
  }

  @Test
  void every_problem_of_a_plan_prints_exactly_its_golden_file() throws IOException {
    Path folder = Path.of("src/test/resources/migration");
    Chart from = Chart.compile(YamlCharts.load(folder.resolve("old.yaml")).get()).get();
    Chart to = Chart.compile(YamlCharts.load(folder.resolve("new.yaml")).get()).get();
    List<Problem> problems =
        Migration.compile(
                MigrationYaml.load(folder.resolve("every.migration.yaml")).get(), from, to)
            .problems();
    assertThat(problems)
        .extracting(Problem::code)
        .contains("M101", "M102", "M103", "M104", "M105", "M106");
    String printed =
        problems.stream().map(Problem::toString).collect(Collectors.joining("\n", "", "\n"));
    Path golden = folder.resolve("every.golden");
    if ("write".equals(System.getProperty("golden"))) {
      Files.writeString(golden, printed);
    }
    assertThat(printed).isEqualTo(Files.readString(golden));
  }

  @Test
  void a_misspelt_key_of_a_plan_has_a_place_and_a_fix() {
    Loaded<?> read =
        MigrationYaml.load(new Source("p.migration.yaml", "migrate: c\nstate: { a: b }\n"));
    assertThat(read.problems().get(0))
        .hasToString(
            """
            p.migration.yaml:2:1: error C120: a plan of migration has no key 'state'
                2 | state: { a: b }
                  | ^^^^^
                  = fix: did you mean 'states'?\
            """);
  }

  // helpers

  private static Chart chart(String yaml) {
    return Chart.compile(YamlCharts.load(new Source("chart.yaml", yaml)).get()).get();
  }

  private static Snapshot at(String yaml, String... events) {
    Snapshot snapshot =
        Interpreter.of(chart(yaml), Policy.NONE).start("i", Map.of(), Instant.EPOCH).snapshot();
    for (String event : events) {
      snapshot =
          List.of("writing", "waiting").contains(event)
              ? Interpreter.of(snapshot.chart(), Policy.NONE)
                  .startAt("i", List.of(event), Map.of(), Instant.EPOCH)
                  .snapshot()
              : last(step(snapshot, event));
    }
    return snapshot;
  }

  private static List<Step> step(Snapshot snapshot, String event) {
    return Interpreter.of(snapshot.chart(), Policy.NONE)
        .handle(snapshot, new Input.Event(event), Instant.EPOCH);
  }

  private static String outcome(Snapshot snapshot, String event) {
    return step(snapshot, event).get(0).outcome().kind();
  }

  private static Snapshot last(List<Step> steps) {
    return steps.get(steps.size() - 1).snapshot();
  }

  private static Loaded<Migration> plan(Chart from, Chart to, String plan) {
    Source source = new Source("plan.migration.yaml", "migrate: " + from.name() + "\n" + plan);
    return Migration.compile(MigrationYaml.load(source).get(), from, to);
  }

  private static Loaded<Migration> plan(String from, String to, String plan) {
    return plan(chart(from), chart(to), plan);
  }

  private static MigrationResult move(Snapshot snapshot, String to, String plan) {
    return plan(snapshot.chart(), chart(to), plan).get().migrate(snapshot, LATER);
  }

  private static Snapshot moved(Snapshot snapshot, String to, String plan) {
    MigrationResult migrated = move(snapshot, to, plan);
    assertThat(migrated).isInstanceOf(MigrationResult.Migrated.class);
    Snapshot moved = ((MigrationResult.Migrated) migrated).snapshot();
    assertThat(Snapshot.fromMap(moved.chart(), moved.toMap()).toMap()).isEqualTo(moved.toMap());
    return moved;
  }
}
