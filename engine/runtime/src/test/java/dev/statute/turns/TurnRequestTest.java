package dev.statute.turns;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

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
}
