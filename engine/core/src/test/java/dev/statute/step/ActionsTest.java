package dev.statute.step;

import static dev.statute.chart.ActionFixtures.append;
import static dev.statute.chart.ActionFixtures.assign;
import static dev.statute.chart.ActionFixtures.block;
import static dev.statute.chart.ActionFixtures.cancel;
import static dev.statute.chart.ActionFixtures.each;
import static dev.statute.chart.ActionFixtures.eachIndexed;
import static dev.statute.chart.ActionFixtures.expr;
import static dev.statute.chart.ActionFixtures.log;
import static dev.statute.chart.ActionFixtures.map;
import static dev.statute.chart.ActionFixtures.merge;
import static dev.statute.chart.ActionFixtures.raise;
import static dev.statute.chart.ActionFixtures.send;
import static dev.statute.chart.ActionFixtures.text;
import static dev.statute.chart.ActionFixtures.when;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.ActionDefinition.Branch;
import dev.statute.chart.ChartBuilder;
import dev.statute.chart.ValueDefinition;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.SourceText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Effects of single actions. */
class ActionsTest {
  private static final Place PLACE = text("x").place();

  /** Runs actions on the given data; {@code x} is the payload of the event. */
  private static InstanceFixture run(Map<String, ?> data, ActionDefinition... actions) {
    InstanceFixture play =
        InstanceFixture.of(
            c -> {
              data.forEach(c::data);
              return c.state("a", s -> s.on("go", t -> t.does(actions)));
            });
    play.send("go");
    return play;
  }

  private static String error(Map<String, ?> data, ActionDefinition action) {
    Outcome outcome = run(data, action).last().outcome();
    assertThat(outcome.kind()).isEqualTo("failed");
    return String.valueOf(outcome.message());
  }

  @Test
  void merge_replaces_and_adds_members_and_keeps_the_others_in_their_order() {
    Map<String, Object> old = new LinkedHashMap<>();
    old.put("b", 1L);
    old.put("a", 2L);
    InstanceFixture play =
        run(
            Map.of("m", old),
            merge("m", "{'a': 3, 'c': 4}"),
            merge("m.deep", "{'d': 5}"),
            merge("m.deep", "{'e': 6}"));
    assertThat(play.snapshot.data()).hasToString("{m={b=1, a=3, c=4, deep={d=5, e=6}}}");
    assertThat(error(Map.of("m", old), merge("m", "[1]"))).isEqualTo("merge needs a map, not [1]");
    assertThat(error(Map.of("m", old), merge("m.a", "{'a': 3}")))
        .isEqualTo("'m.a' is 2, and merge needs a map there");
  }

  @Test
  void append_begins_a_list_where_there_is_none() {
    InstanceFixture play =
        run(Map.of("m", Map.of("n", 1L)), append("m.l", "7"), append("m.l", "8"));
    assertThat(play.snapshot.data().get("m")).isEqualTo(Map.of("n", 1L, "l", List.of(7L, 8L)));
    assertThat(error(Map.of("m", Map.of("n", 1L)), append("m.n", "7")))
        .isEqualTo("'m.n' is 1, and append needs a list there");
  }

  @Test
  void all_values_of_an_assignment_are_read_before_any_is_written() {
    Map<SourceText, ValueDefinition> swap = new LinkedHashMap<>();
    swap.put(text("a"), expr("data.b"));
    swap.put(text("b"), expr("data.a"));
    InstanceFixture play = run(Map.of("a", 1L, "b", 2L), new ActionDefinition.Assign(swap, PLACE));
    assertThat(play.snapshot.data()).isEqualTo(Map.of("a", 2L, "b", 1L));
  }

  @Test
  void the_first_branch_that_holds_runs_and_none_need() {
    ActionDefinition choice =
        new ActionDefinition.If(
            List.of(
                new Branch(text("data.n > 2"), List.of(log("high"))),
                new Branch(text("data.n > 1"), List.of(log("middle"), log("still"))),
                new Branch(null, List.of(log("low")))),
            PLACE);
    assertThat(logged(3L, choice)).containsExactly("high");
    assertThat(logged(2L, choice)).containsExactly("middle", "still");
    assertThat(logged(1L, choice)).containsExactly("low");
    assertThat(logged(1L, when("data.n > 1", log("x")), log("after"))).containsExactly("after");
  }

  private static List<String> logged(long n, ActionDefinition... actions) {
    return run(Map.of("n", n), actions).trace().effects().stream()
        .map(effect -> ((Effect.Log) effect).message())
        .toList();
  }

  @Test
  void each_runs_once_per_element_or_key_and_counts_from_zero() {
    assertThat(logged(0L, eachIndexed("x", "i", "['a', 'b']", log("${i} ${x}"))))
        .containsExactly("0 a", "1 b");
    assertThat(logged(0L, each("x", "{'k': 1, 'l': 2}", log("${x}")))).containsExactly("k", "l");
    assertThat(error(Map.of("n", 3L), each("x", "data.n", log("x"))))
        .isEqualTo("each needs a list or a map, not 3");
  }

  @Test
  void calls_and_emissions_carry_their_values() {
    ActionDefinition call =
        new ActionDefinition.Call(text("work"), map("n", "data.n"), true, PLACE);
    ActionDefinition emit =
        new ActionDefinition.Emit(text("seen"), Map.of("n", expr("data.n + 1")), PLACE);
    assertThat(run(Map.of("n", 1L), call, emit).trace().effects())
        .containsExactly(
            new Effect.Call("work", Map.of("n", 1L), true),
            new Effect.Emit("seen", Map.of("n", 2L)));
  }

  static List<ActionDefinition> large() {
    ValueDefinition data = map("s", "data.s");
    return List.of(
        log("${data.s}"),
        new ActionDefinition.Emit(text("e"), Map.of("s", expr("data.s")), PLACE),
        new ActionDefinition.Call(text("h"), data, false, PLACE),
        raise("r", data),
        send("r", data, "1s", null),
        assign("t", "data.s"),
        merge("m", "{'s': data.s}"));
  }

  @ParameterizedTest
  @MethodSource("large")
  void what_actions_create_counts_towards_the_data_of_a_step(ActionDefinition action) {
    Map<String, Object> data = Map.of("s", "x".repeat(900_000), "t", "", "m", Map.of());
    Outcome outcome =
        run(data, each("i", "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]", action)).last().outcome();
    assertThat(outcome.kind()).isEqualTo("taken");
    String twenty = "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]";
    Outcome failed = run(data, each("i", twenty, action)).last().outcome();
    assertThat(failed.code()).isEqualTo("budget");
    assertThat(failed.message()).isEqualTo("more than 16000000 characters of data in one step");
  }

  @Test
  void a_send_that_may_be_cancelled_can_stand_anywhere_in_the_chart() {
    ActionDefinition[] sends = new ActionDefinition[7];
    ActionDefinition[] cancels = new ActionDefinition[sends.length + 1];
    for (int i = 0; i <= sends.length; i++) {
      cancels[i] = cancel("s" + i);
    }
    for (int i = 0; i < sends.length; i++) {
      sends[i] = send("late", null, "1s", "s" + i);
    }
    List<Problem> problems =
        Chart.compile(
                ChartBuilder.chart(
                    "chart",
                    c ->
                        c.state(
                                "a",
                                s ->
                                    s.entry(block(each("x", "[1]", when("true", sends[0]))))
                                        .exit(sends[1])
                                        .on("late", t -> t.does(sends[2]))
                                        .after("1s", t -> t.does(sends[3]))
                                        .always(t -> t.to("b").when("1 > 2").does(sends[4]))
                                        .invokeTask("t", false, sends[5])
                                        .initial("a1", List.of(sends[6]))
                                        .state("a1"))
                            .state("b", s -> s.entry(cancels))))
            .problems();
    assertThat(problems)
        .filteredOn(problem -> problem.code().equals("C205"))
        .extracting(Problem::message)
        .containsExactly("nothing is sent with the id 's7'");
  }
}
