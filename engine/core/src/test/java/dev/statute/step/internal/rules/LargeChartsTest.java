package dev.statute.step.internal.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Large charts of unknown origin: neither the stack nor the time may be exhausted. */
class LargeChartsTest {
  @Test
  void ten_thousand_regions_are_looked_at() {
    assertTimeout(
        Duration.ofSeconds(60),
        () ->
            assertThat(
                    CheckResult.warnings(
                        c ->
                            c.state(
                                    "p",
                                    p -> {
                                      p.parallel().on("Stop", "z");
                                      for (int i = 0; i < 10_000; i++) {
                                        p.state("r" + i);
                                      }
                                      return p;
                                    })
                                .state("z", s -> s.last())))
                .isEmpty());
  }

  @Test
  void ten_thousand_rows_for_ten_thousand_states_are_looked_at() {
    assertTimeout(
        Duration.ofSeconds(60),
        () ->
            assertThat(
                    CheckResult.warnings(
                        c -> {
                          for (int i = 0; i < 10_000; i++) {
                            c.state("s" + i).row("s" + i, "E", "s" + (i + 1) % 10_000);
                          }
                          return c;
                        }))
                .isEmpty());
  }
}
