package dev.statute.cli.internal.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.ChartLoader;
import dev.statute.cli.CommandResult;
import dev.statute.json.InputLine;
import dev.statute.json.InputLines;
import dev.statute.runtime.Clock;
import dev.statute.session.ChartSession;
import dev.statute.session.SessionListener;
import dev.statute.session.StartOptions;
import dev.statute.step.Interpreter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputClockTest {
  private static final String LAMP =
      "chart: lamp\ninitial: lit\nstates:\n"
          + "  lit: { after: { 5m: off } }\n  off: { on: { press: lit } }\n";
  private static final InputLine PRESS = InputLines.parse(1, "{\"event\":\"press\"}", "x");

  @TempDir private Path folder;
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  private final Clock clock =
      new Clock() {
        @Override
        public Instant now() {
          return now;
        }

        @Override
        public Alarm alarm(Runnable ring) {
          throw new UnsupportedOperationException("nothing waits here");
        }
      };

  private ChartSession start(Instant at) throws IOException {
    Path chart = Files.writeString(folder.resolve("lamp.yaml"), LAMP);
    Interpreter interpreter = ChartLoader.standard().open(chart).get();
    StartOptions options = StartOptions.of(interpreter.chart(), List.of(), Map.of(), at);
    return ChartSession.start(interpreter, options, new SessionListener() {});
  }

  @Test
  void live_lines_use_the_machine_s_clock_and_timers_fire_between_them() throws IOException {
    InputClock live = InputClock.ofLive(null, clock);
    assertThat(live.start()).isEqualTo(now);
    ChartSession session = start(live.start());
    now = now.plus(Duration.ofMinutes(4));
    live.fireDue(session);
    assertThat(session.snapshot().configuration()).containsExactly("lit");
    now = now.plus(Duration.ofMinutes(1));
    live.fireDue(session);
    assertThat(session.snapshot().configuration()).containsExactly("off");
  }

  @Test
  void instants_of_lines_come_before_the_machine_s_clock() throws IOException {
    InputLine timed =
        InputLines.parse(1, "{\"at\":\"2020-01-01T00:00:00Z\",\"event\":\"press\"}", "x");
    InputClock live = InputClock.ofLive(timed, clock);
    assertThat(live.start()).isEqualTo(timed.at());
    ChartSession session = start(live.start());
    live.advance(timed, session);
    now = now.plus(Duration.ofMinutes(10));
    live.fireDue(session);
    assertThat(session.snapshot().configuration()).containsExactly("lit");
  }

  @Test
  void an_instant_before_the_start_is_refused() throws IOException {
    InputClock live = InputClock.ofLive(PRESS, clock);
    ChartSession session = start(live.start());
    InputLine early =
        InputLines.parse(2, "{\"at\":\"2020-01-01T00:00:00Z\",\"event\":\"press\"}", "x");
    assertThatThrownBy(() -> live.advance(early, session))
        .hasMessageContaining("give what is recorded as a file, not as -");
  }

  @Test
  void run_begins_now_unless_the_first_line_has_an_instant() throws IOException {
    String chart = Files.writeString(folder.resolve("lamp.yaml"), LAMP).toString();
    String[] command = {"run", chart, "--events", "-", "--output", "jsonl"};
    assertThat(CommandResult.once("{\"event\":\"press\"}\n", command).out())
        .doesNotContain("\"at\":\"1970");
    assertThat(
            CommandResult.run("{\"at\":\"2020-01-01T00:00:00Z\",\"event\":\"press\"}\n", command)
                .out())
        .startsWith("{\"seq\":0,\"line\":0,\"at\":\"2020-01-01T00:00:00Z\"");
  }
}
