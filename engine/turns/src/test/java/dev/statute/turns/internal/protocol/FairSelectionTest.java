package dev.statute.turns.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FairSelectionTest {
  private final FairSelection selection = new FairSelection();

  @Test
  void each_kind_of_failure_of_an_agent_is_new_once_until_it_succeeds() {
    assertThat(selection.recordFailure("a", "corrupted")).isTrue();
    assertThat(selection.recordFailure("a", "corrupted")).isFalse();
    assertThat(selection.recordFailure("a", "UNKNOWN_CHART")).isTrue();
    assertThat(selection.recordFailure("b", "corrupted")).isTrue();
    selection.recordSuccess("a");
    assertThat(selection.recordFailure("a", "corrupted")).isTrue();
    assertThat(selection.recordFailure("b", "corrupted")).isFalse();
  }

  @Test
  void an_agent_without_work_is_forgotten() {
    assertThat(selection.recordFailure("a", "corrupted")).isTrue();
    assertThat(selection.select(most -> List.of("b"), agent -> agent, 9)).containsExactly("b");
    assertThat(selection.recordFailure("a", "corrupted")).isTrue();
  }
}
