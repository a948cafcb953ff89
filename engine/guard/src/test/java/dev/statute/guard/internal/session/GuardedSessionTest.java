package dev.statute.guard.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.step.Input;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Records that fail by a fault of the engine are kept, but tried a few times only. */
class GuardedSessionTest {
  @Test
  void a_record_is_tried_three_times_after_faults() {
    GuardedSession session = new GuardedSession();
    Input.Report first = SessionGuard.newReport(Map.of("type", "tool_call"));
    Input.Report second = SessionGuard.newReport(Map.of("type", "tool_call"));
    assertThat(session.isTriedOut(first)).isFalse();
    assertThat(session.isTriedOut(first)).isFalse();
    assertThat(session.isTriedOut(first)).isTrue();
    assertThat(session.isTriedOut(second)).isFalse();
  }

  @Test
  void a_fault_of_the_engine_is_not_about_the_input() {
    assertThat(UnjudgedException.isTransient("internal")).isTrue();
    assertThat(UnjudgedException.isTransient("corrupted")).isTrue();
    assertThat(UnjudgedException.isTransient("livelock")).isFalse();
  }
}
