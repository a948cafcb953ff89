package dev.statute.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.session.SessionTimeline.LoopCost;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Totals of long sessions, and of clocks that tell of centuries. */
class CostTotalsTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void each_record_of_a_long_session_has_its_totals() {
    CostTotals totals = new CostTotals();
    for (int n = 1; n <= 5_000; n++) {
      totals.add(
          Map.of("type", "tool_call", "tokens_used", 10L * n, "cost", 0.5 * n),
          START.plusSeconds(n));
    }
    for (int n = 1; n <= 5_000; n += 7) {
      assertThat(totals.upTo(n))
          .isEqualTo(new LoopCost(n, 10.0 * n, 0.5 * n, Duration.ofSeconds(n - 1)));
    }
    assertThat(totals.between(101, 200))
        .isEqualTo(new LoopCost(100, 1_000, 50, Duration.ofSeconds(100)));
  }

  @Test
  void a_log_over_all_years_has_a_time() {
    CostTotals totals = new CostTotals();
    totals.add(Map.of("type", "tool_call"), Instant.parse("0001-01-01T00:00:00Z"));
    totals.add(Map.of("type", "tool_call"), Instant.parse("9999-01-01T00:00:00Z"));
    assertThat(totals.last().time()).isGreaterThan(Duration.ofDays(3_650_000));
  }
}
