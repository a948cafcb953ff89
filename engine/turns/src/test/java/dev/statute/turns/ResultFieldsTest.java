package dev.statute.turns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.turns.Ack.Kind;
import dev.statute.turns.store.TurnRecords.Box;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Lineage;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Deliverables with required fields. */
class ResultFieldsTest {
  private static final List<Map<String, ?>> FLIGHT =
      List.of(
          Map.of("name", "flight", "type", "string", "description", "its number"),
          Map.of("name", "euro", "type", "number"),
          Map.of("name", "seats", "type", "list", "required", false));

  private final TurnTestWorld world = new TurnTestWorld();

  private Ack deliver(
      Map<String, ?> task, List<String> fields, @Nullable String context, Map<String, ?> result) {
    TurnTestWorld.join(
        world.turns.enqueue(new TurnRequest("a", "r", task, fields, context, null, Lineage.NONE)));
    return TurnTestWorld.join(world.turns.deliver(world.claim("w").lease(), result));
  }

  private Ack deliver(Map<String, ?> result) {
    return deliver(Map.of("result_fields", FLIGHT), List.of(), null, result);
  }

  private Object fields() {
    return world.delivered(String.valueOf(world.tasks().get(0).turn())).get("fields");
  }

  private static Map<String, ?> field(String name, Object value) {
    return Map.of("name", name, "value", value);
  }

  @Test
  void a_result_that_covers_the_fields_of_its_task_is_delivered_as_fields_in_their_order() {
    assertThat(deliver(Map.of("note", "n", "euro", 7L, "flight", "SK 1")).kind())
        .isEqualTo(Kind.DONE);
    assertThat(fields())
        .isEqualTo(List.of(field("flight", "SK 1"), field("euro", 7L), field("note", "n")));
  }

  @Test
  void a_result_may_be_a_list_of_fields() {
    assertThat(
            deliver(Map.of("fields", List.of(field("euro", 7L), field("flight", "SK 1")))).kind())
        .isEqualTo(Kind.DONE);
    assertThat(fields()).isEqualTo(List.of(field("flight", "SK 1"), field("euro", 7L)));
  }

  @Test
  void a_result_without_a_required_field_is_refused() {
    assertThat(deliver(Map.of("flight", "SK 1")).kind()).isEqualTo(Kind.REFUSED);
    assertThat(world.tasks()).isEmpty();
  }

  @Test
  void a_value_of_another_type_is_refused() {
    Ack ack = deliver(Map.of("flight", "SK 1", "euro", "seven"));
    assertThat(ack.kind()).isEqualTo(Kind.REFUSED);
    assertThat(ack.message())
        .isEqualTo("a value of the deliverable is not of the type that its result field asks for");
  }

  @Test
  void an_optional_field_that_is_there_has_its_type_too() {
    assertThat(deliver(Map.of("flight", "SK 1", "euro", 7L, "seats", "12A")).kind())
        .isEqualTo(Kind.REFUSED);
  }

  @Test
  void a_field_that_is_given_twice_is_refused() {
    assertThat(
            deliver(
                    Map.of(
                        "fields",
                        List.of(field("flight", "x"), field("flight", "y"), field("euro", 1L))))
                .kind())
        .isEqualTo(Kind.REFUSED);
  }

  @Test
  void fields_have_a_short_form() {
    assertThat(deliver(Map.of(), List.of("n: int", "m?"), null, Map.of("n", "x")).kind())
        .isEqualTo(Kind.REFUSED);
    assertThat(
            TurnTestWorld.join(
                    world.turns.deliver(
                        new Lease("a", String.valueOf(world.head().turn()), 1, "w"),
                        Map.of("n", 3L)))
                .kind())
        .isEqualTo(Kind.DONE);
  }

  @Test
  void a_card_in_the_context_may_define_the_fields() {
    world.write(
        tx -> {
          tx.add(new Box("handover", null, null, 0));
          tx.add(
              new Card(
                  "schema",
                  "handover",
                  1,
                  "task.result_fields",
                  null,
                  0,
                  AgentTestCharts.JSON.write(Map.of("fields", FLIGHT)),
                  TurnTestWorld.START));
        });
    assertThat(deliver(Map.of(), List.of(), "handover", Map.of("flight", "SK 1")).kind())
        .isEqualTo(Kind.REFUSED);
  }

  @Test
  void a_turn_that_fails_needs_no_fields() {
    TurnTestWorld.join(
        world.turns.enqueue(new TurnRequest("a", "r", Map.of("result_fields", FLIGHT))));
    assertThat(
            TurnTestWorld.join(world.turns.fail(world.claim("w").lease(), Map.of("why", "w")))
                .kind())
        .isEqualTo(Kind.DONE);
  }

  @Test
  void what_is_no_schema_is_refused_when_it_is_asked() {
    assertThatThrownBy(() -> new TurnRequest("a", "r", Map.of("result_fields", "flight")))
        .hasMessage("result_fields is a list of fields, not 'flight'");
    assertThatThrownBy(
            () -> new TurnRequest("a", "r", Map.of("result_fields", List.of("n: nubmer"))))
        .hasMessageContaining("there is no type 'nubmer'");
    assertThatThrownBy(() -> new TurnRequest("a", "r", Map.of("result_fields", List.of(Map.of()))))
        .hasMessageContaining("a result field has a name");
  }
}
