package dev.statute.step;

import static dev.statute.chart.ActionFixtures.append;
import static dev.statute.chart.ActionFixtures.assign;
import static dev.statute.chart.ActionFixtures.each;
import static dev.statute.chart.ActionFixtures.log;
import static dev.statute.chart.ActionFixtures.map;
import static dev.statute.chart.ActionFixtures.raise;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ActionDefinition;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Limits of one step; an excess rolls it back. */
@Timeout(60)
class StepBudgetTest {
  private static final String TEN = "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]";

  private static ActionDefinition nested(ActionDefinition inner) {
    ActionDefinition all = inner;
    for (int i = 0; i < 8; i++) {
      all = each("x" + i, TEN, all);
    }
    return all;
  }

  private static InstanceFixture play(ActionDefinition... actions) {
    return InstanceFixture.of(
        c ->
            c.data("l", List.of())
                .data("s", "x".repeat(1000))
                .data("n", 0L)
                .on("error", "handled")
                .state("a", s -> s.on("go", t -> t.does(actions)))
                .state("handled"));
  }

  static List<ActionDefinition> greedy() {
    return List.of(
        nested(assign("n", "data.n + 1")),
        nested(raise("again")),
        nested(log("${data.s}")),
        nested(append("l", "data.s")),
        nested(raise("again", map("s", "data.s + data.s"))),
        each("x", "[data.s].map(x, x+x+x+x+x+x+x+x)", nested(assign("s", "data.s + data.s"))));
  }

  @ParameterizedTest
  @MethodSource("greedy")
  void a_step_that_does_too_much_is_undone(ActionDefinition action) {
    InstanceFixture play = play(action);
    Snapshot before = play.snapshot;
    Outcome outcome = play.send("go");
    assertThat(outcome.kind()).isEqualTo("failed");
    assertThat(outcome.code()).isEqualTo("budget");
    assertThat(((Outcome.Failed) outcome).place()).isNotNull();
    assertThat(play.snapshot).isEqualTo(before);
  }

  @Test
  void expressions_that_each_stay_within_their_budget_do_not_exceed_the_budget_of_the_step() {
    String costly =
        TEN + ".all(a, " + TEN + ".all(b, " + TEN + ".all(c, " + TEN + ".all(d, true))))";
    Outcome outcome =
        play(each(
                "w",
                TEN,
                each("x", TEN, each("y", TEN, each("z", TEN, assign("n", costly + " ? 1 : 2"))))))
            .send("go");
    assertThat(outcome.code()).isEqualTo("budget");
  }

  @Test
  void ten_thousand_actions_are_nothing_unusual() {
    ActionDefinition tenThousand = append("l", "data.n");
    for (int i = 0; i < 4; i++) {
      tenThousand = each("x" + i, TEN, tenThousand);
    }
    InstanceFixture play = play(tenThousand);
    assertThat(play.send("go").kind()).isEqualTo("taken");
    assertThat((List<?>) play.snapshot.data().get("l")).hasSize(10_000);
  }

  @Test
  void data_that_nest_themselves_are_refused_before_they_cannot_be_read() {
    InstanceFixture play = play(assign("l", "[data.l]"));
    int taken = 0;
    while (taken < 120 && play.send("go").kind().equals("taken") && play.states().contains("a")) {
      taken++;
      assertThat(Snapshot.fromMap(play.snapshot.chart(), play.snapshot.toMap()).toMap())
          .isEqualTo(play.snapshot.toMap());
    }
    assertThat(taken).isEqualTo(62);
    String path = "[0]".repeat(63);
    assertThat(play.trace().errors())
        .extracting(ExecutionError::message)
        .containsExactly(
            "the value cannot be kept: '"
                + path
                + "': lists and maps are nested more than 64 deep");
  }

  @Test
  void an_assigned_map_has_texts_as_keys() {
    InstanceFixture play = play(assign("l", "{1: 'one'}"));
    play.send("go");
    assertThat(play.states()).containsExactly("handled");
    assertThat(play.trace().errors())
        .extracting(ExecutionError::message)
        .containsExactly("the value cannot be kept: the key 1 of a map is no text");
  }

  private static List<Map<String, Object>> unkeepable() {
    Object deep = 1L;
    for (int i = 0; i < 99; i++) {
      deep = List.of(deep);
    }
    List<Object> cyclic = new ArrayList<>();
    cyclic.add(cyclic);
    return List.of(
        Map.of("x", deep),
        Map.of("x", cyclic),
        Map.of("x", "half \ud83d"),
        Map.of("\ude00", 1L),
        Map.of("x", Map.of(1L, "one")),
        Map.of("x", Collections.nCopies(Integer.MAX_VALUE, 1L)),
        Map.of("x", new Throwing()));
  }

  /** Map that throws on every access. */
  private static final class Throwing extends AbstractMap<String, Object> {
    @Override
    public Set<Entry<String, Object>> entrySet() {
      throw new IllegalStateException("closed");
    }
  }

  @Test
  void what_could_not_be_kept_is_rejected_at_every_door() {
    InstanceFixture play = play();
    Snapshot before = play.snapshot;
    for (Map<String, Object> data : unkeepable()) {
      assertThat(play.send("go", data).code()).isEqualTo("value");
      assertThat(play.give(new Input.Move("handled", null, data, null)).code()).isEqualTo("value");
      assertThat(play.report(data).code()).isEqualTo("value");
      assertThat(play.interpreter.start("i", data, play.now).outcome().code()).isEqualTo("value");
    }
    assertThat(play.snapshot).isSameAs(before);
  }

  @Test
  void an_id_is_shown_and_compared_as_it_is() {
    InstanceFixture play = play();
    for (String id : List.of("", "a\u0000b", "\ud83d", "x".repeat(513), "a\u001b[1m")) {
      assertThat(play.send("go", id).code()).as(id).isEqualTo("id");
      assertThat(play.interpreter.start(id, Map.of(), play.now).outcome().code()).isEqualTo("id");
    }
    assertThat(play.send("x\ud83d").code()).isEqualTo("name");
    assertThat(play.send("go", "ä 😀/1").kind()).isEqualTo("taken");
  }
}
