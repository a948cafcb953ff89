package dev.statute.turns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.statute.turns.store.TurnRecords.Lineage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Validation of requests. */
class TurnRequestTest {
  @Test
  void a_task_that_could_not_be_read_again_is_refused() {
    List<Object> endless = new ArrayList<>();
    endless.add(endless);
    for (Object value : List.of(endless, "\ud800", Map.of(1, "key"))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new TurnRequest("ann", "r-1", Map.of("say", value)))
          .withMessageStartingWith("task: 'say");
    }
  }

  @Test
  void an_origin_has_texts_and_a_depth_that_can_be_counted() {
    assertThat(TurnRequest.readLineage(Map.of())).isEqualTo(Lineage.NONE);
    assertThat(TurnRequest.readLineage(Map.of("trace", "t", "parent", "p", "depth", 2L)))
        .isEqualTo(new Lineage("t", "p", 2));
    for (Object depth : List.of(9_999_999_999L, -1L, 1.5, "1", true)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> TurnRequest.readLineage(Map.of("depth", depth)))
          .withMessage("'depth' must be a whole number from 0 to 2147483647, not " + depth);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TurnRequest.readLineage(Map.of("trace", 7L)))
        .withMessage("'trace' must be a text");
  }
}
