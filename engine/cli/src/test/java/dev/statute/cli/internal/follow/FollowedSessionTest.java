package dev.statute.cli.internal.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.ChartLoader;
import dev.statute.cli.internal.scan.SessionStatistics;
import dev.statute.json.InputLines;
import dev.statute.policy.spi.ProgressTrackerFactory;
import dev.statute.session.ChartSession;
import dev.statute.session.SessionListener;
import dev.statute.session.SessionTimeline;
import dev.statute.session.StartOptions;
import dev.statute.step.Interpreter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a session that is followed keeps of its lines. */
class FollowedSessionTest {
  private static final Path CHART =
      Path.of(System.getProperty("statute.root", "../.."), "charts", "observer.yaml");

  @Test
  void findings_and_their_costs_need_no_text_of_the_records() {
    Interpreter interpreter = ChartLoader.standard().open(CHART).get();
    SessionTimeline whole =
        new SessionTimeline(
            ProgressTrackerFactory.installed().tracker(interpreter.chart().settings()));
    SessionTimeline followed = new SessionTimeline(null);
    ChartSession session =
        ChartSession.start(
            interpreter,
            StartOptions.of(interpreter.chart(), List.of(), Map.of(), Instant.EPOCH),
            SessionListener.all(whole, followed));
    String call =
        "{\"type\":\"tool_call\",\"tool\":\"read\",\"file\":\"x\",\"error\":\"no such file\","
            + "\"success\":false}";
    for (int line = 1; line <= 6; line++) {
      session.play(InputLines.parse(line, call, "log"));
    }
    assertThat(whole.entries()).hasSize(6);
    assertThat(followed.entries()).isEmpty();
    assertThat(SessionStatistics.findings(followed))
        .isNotEmpty()
        .isEqualTo(SessionStatistics.findings(whole));
  }
}
