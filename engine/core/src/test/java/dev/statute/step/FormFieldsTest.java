package dev.statute.step;

import static dev.statute.chart.ActionFixtures.append;
import static dev.statute.chart.ActionFixtures.assign;
import static dev.statute.chart.ActionFixtures.each;
import static dev.statute.chart.ActionFixtures.fill;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartBuilder;
import dev.statute.policy.Refuse;
import dev.statute.policy.Waive;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FormFieldsTest {
  @Test
  void fields_are_asked_one_at_a_time_in_order() {
    InstanceFixture play = InstanceFixture.of(FormFieldsTest::order);
    assertThat(play.send("what").trace().transitions().get(0).reason())
        .isEqualTo("item: Please give item");
    play.send("given", Map.of("values", Map.of("item", "tea")));
    assertThat(play.send("what").trace().transitions().get(0).reason())
        .isEqualTo("address: Please give address");
    play.send("given", Map.of("values", Map.of("address", "here")));
    assertThat(play.states()).containsExactly("complete");
    assertThat(play.snapshot.fields()).isEqualTo(Map.of("item", "tea", "address", "here"));
  }

  @Test
  void all_of_them_can_be_read_as_one_map() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                order(c)
                    .data("seen", List.of())
                    .root(
                        r ->
                            r.on(
                                "look",
                                t ->
                                    t.does(
                                        append("seen", "'next' in fields && 'prompt' in fields"),
                                        append("seen", "'missing' in fields && 'values' in fields"),
                                        append("seen", "'errors' in fields"),
                                        append("seen", "'nothing' in fields"),
                                        append("seen", "size(fields)"),
                                        append("seen", "fields.exists(k, fields[k] == 'item')")))));
    assertThat(play.send("look").kind()).isEqualTo("taken");
    assertThat(play.snapshot.data().get("seen"))
        .isEqualTo(List.of(true, true, true, false, 5L, true));
  }

  @Test
  void an_invalid_value_leaves_its_field_open_with_a_message() {
    InstanceFixture play = InstanceFixture.of(FormFieldsTest::order);
    play.send("given", Map.of("values", Map.of("item", "x", "address", "here")));
    assertThat(play.states()).containsExactly("asking");
    assertThat(play.snapshot.fields()).isEqualTo(Map.of("address", "here"));
    assertThat(play.snapshot.extras().fields().errors()).containsOnlyKeys("item");
    play.send("given", Map.of("values", Map.of("item", "tea")));
    assertThat(play.snapshot.extras().fields().errors()).isEmpty();
  }

  @Test
  void a_value_of_another_kind_leaves_its_field_open_with_the_fields_message() {
    InstanceFixture play = InstanceFixture.of(FormFieldsTest::order);
    Outcome outcome = play.send("given", Map.of("values", Map.of("item", 7L, "address", "here")));
    assertThat(outcome.kind()).isEqualTo("taken");
    assertThat(play.snapshot.fields()).isEqualTo(Map.of("address", "here"));
    assertThat(play.snapshot.extras().fields().errors())
        .isEqualTo(Map.of("item", "'7' is not acceptable for item"));
    assertThat(outcome.trace().errors())
        .extracting(ExecutionError::context)
        .containsExactly("field item");
  }

  @Test
  void a_field_that_nobody_declared_is_an_error() {
    InstanceFixture play = InstanceFixture.of(FormFieldsTest::order);
    Outcome outcome = play.send("given", Map.of("values", Map.of("itme", "tea")));
    assertThat(outcome.kind()).isEqualTo("failed");
    assertThat(outcome.message()).contains("'itme'");
  }

  @Test
  void a_rule_may_waive_a_field_and_sees_the_data_as_it_is() {
    ScriptedPolicy rules =
        new ScriptedPolicy()
            .waive(
                q ->
                    q.fields().contains("address")
                            && ((List<?>) q.instance().data().value("skipped")).contains("address")
                        ? new Waive("address", "they would rather not")
                        : null);
    InstanceFixture play = InstanceFixture.of(rules, FormFieldsTest::order);
    play.send("given", Map.of("values", Map.of("item", "tea")));
    assertThat(play.states()).containsExactly("asking");
    play.send("skip");
    assertThat(play.states()).containsExactly("complete");
    assertThat(play.snapshot.waivedFields()).containsExactly("address");
  }

  @Test
  void a_value_that_a_rule_refuses_is_asked_for_again_with_its_reason() {
    ScriptedPolicy rules =
        new ScriptedPolicy()
            .refuse(
                q ->
                    "poison".equals(q.instance().fields().text("item"))
                        ? new Refuse("item", "we do not serve that")
                        : null);
    InstanceFixture play = InstanceFixture.of(rules, FormFieldsTest::order);
    Outcome outcome =
        play.send("given", Map.of("values", Map.of("item", "poison", "address", "here")));
    assertThat(outcome.trace().verdicts())
        .extracting(each -> each.ruling().verdict())
        .containsExactly(new Refuse("item", "we do not serve that"));
    assertThat(play.snapshot.fields()).isEqualTo(Map.of("address", "here"));
    assertThat(play.snapshot.extras().fields().errors())
        .isEqualTo(Map.of("item", "we do not serve that"));
    play.send("given", Map.of("values", Map.of("item", "tea")));
    assertThat(play.states()).containsExactly("complete");
  }

  @Test
  void a_prompt_that_reads_itself_is_an_error() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.prompt("item", "${fields.prompt}")
                    .prompt("size", "${fields}")
                    .state(
                        "a",
                        s ->
                            s.on("ask", t -> t.reason("${fields.prompt}"))
                                .on("fill", t -> t.does(fill("{'item': 1}")))));
    assertThat(play.send("ask").message()).isEqualTo("the prompt of 'item' reads itself");
    play.send("fill");
    assertThat(play.send("ask").message()).isEqualTo("the prompt of 'size' reads itself");
  }

  @Test
  void a_kept_copy_of_all_fields_no_longer_changes() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.data("seen", null)
                    .data("round", 1L)
                    .prompt("item", "${data.round}: which item?")
                    .state(
                        "a",
                        s ->
                            s.on(
                                "keep",
                                t -> t.does(assign("seen", "[fields]"), assign("round", "2")))));
    play.send("keep");
    Map<?, ?> kept = (Map<?, ?>) ((List<?>) play.snapshot.data().get("seen")).get(0);
    assertThat(kept.get("prompt")).isEqualTo("1: which item?");
    assertThat(kept.get("missing")).isEqualTo(List.of("item"));
  }

  @Test
  void a_check_leaves_the_variable_of_a_loop_as_it_is() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.data("seen", List.of())
                    .field("item", true, "value == 'tea'")
                    .state(
                        "a",
                        s ->
                            s.on(
                                "all",
                                t ->
                                    t.does(
                                        each(
                                            "each",
                                            "[1, 2]",
                                            fill("{'item': 'tea'}"),
                                            append("seen", "each"))))));
    play.send("all");
    assertThat(play.snapshot.data()).isEqualTo(Map.of("seen", List.of(1L, 2L)));
  }

  private static ChartBuilder order(ChartBuilder c) {
    return c.data("skipped", List.of())
        .field("item", true, "size(value) > 1")
        .field("address", true, null)
        .field("note", false, null)
        .state(
            "asking",
            s ->
                s.on("given", t -> t.does(fill("event.values")))
                    .on("skip", t -> t.does(append("skipped", "fields.next")))
                    .on("what", t -> t.reason("${fields.next}: ${fields.prompt}"))
                    .always(t -> t.to("complete").when("fields.next == null")))
        .state("complete");
  }
}
