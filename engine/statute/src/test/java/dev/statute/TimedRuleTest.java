package dev.statute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.runtime.Engine;
import dev.statute.runtime.InstanceHandle;
import dev.statute.runtime.ManualClock;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules on the time of calls and on their arguments: five equal searches within ten minutes. */
class TimedRuleTest {
  private static final String CHART =
      """
      chart: agent
      policies: [searches]
      states:
        working: { on: { stuck.hint: hinted } }
        hinted: { on: { go_on: working } }
      """;
  private static final String RULES =
      """
      package searches
      import dev.statute.policy.*
      import java.util.List
      rule "five equal searches within ten minutes"
      when
        Instance( $now : now )
        Action( ago == 0, tool == "search", args.text("query") != null, $query : args.text("query") )
        $equal : List( size >= 5 ) from collect(
          Action( tool == "search", args.text("query") == $query, at > $now - 600000 ) )
      then
        insert( new Finding("search", $query, "hint", $equal.size(), "the same search again") );
      end
      """;

  @TempDir private Path folder;

  private static Outcome search(InstanceHandle agent, String query) {
    return agent
        .record(
            Map.of(
                "type", "tool_call", "tool", "search", "args", Map.of("query", query, "page", 1)))
        .join();
  }

  private Statute statute(String rules) throws IOException {
    Files.writeString(folder.resolve("agent.yaml"), CHART);
    Files.writeString(folder.resolve("searches.drl"), rules);
    return Statute.load(folder);
  }

  private static InstanceHandle spawn(Engine engine) {
    engine.spawn("a", "agent").join();
    return engine.instance("a");
  }

  private static boolean isHinted(InstanceHandle agent) {
    return Objects.requireNonNull(agent.snapshot()).configuration().contains("hinted");
  }

  @Test
  void five_equal_searches_within_ten_minutes_are_found() throws IOException {
    ManualClock clock = new ManualClock(Instant.parse("2026-01-05T08:00:00Z"));
    try (Statute statute = statute(RULES);
        Engine engine = statute.engine().clock(clock).sameThread().build()) {
      InstanceHandle agent = spawn(engine);
      for (int i = 0; i < 4; i++) {
        search(agent, "open tickets");
        search(agent, "tickets of week " + i);
        clock.advance(Duration.ofMinutes(2));
      }
      assertThat(isHinted(agent)).isFalse();
      search(agent, "open tickets");
      assertThat(isHinted(agent)).isTrue();
    }
  }

  @Test
  void five_equal_searches_within_an_hour_are_not() throws IOException {
    ManualClock clock = new ManualClock(Instant.parse("2026-01-05T08:00:00Z"));
    try (Statute statute = statute(RULES);
        Engine engine = statute.engine().clock(clock).sameThread().build()) {
      InstanceHandle agent = spawn(engine);
      for (int i = 0; i < 6; i++) {
        search(agent, "open tickets");
        clock.advance(Duration.ofMinutes(3));
      }
      assertThat(isHinted(agent)).isFalse();
    }
  }

  @Test
  void arguments_are_kept_only_where_rules_read_them() throws IOException {
    assertThat(storedAfterSearch(RULES)).contains("open tickets");
    assertThat(
            storedAfterSearch(
                """
                package searches
                import dev.statute.policy.*
                rule "a failed call"
                when Action( ago == 0, failed == true, $tool : tool )
                then insert( new Finding("failed", $tool, "hint", 1, "it failed") );
                end
                """))
        .contains("search")
        .doesNotContain("open tickets");
  }

  private String storedAfterSearch(String rules) throws IOException {
    try (Statute statute = statute(rules);
        Engine engine = statute.engine().sameThread().build()) {
      InstanceHandle agent = spawn(engine);
      search(agent, "open tickets");
      return Objects.requireNonNull(agent.snapshot()).toMap().toString();
    }
  }

  @Test
  void times_and_arguments_of_calls_are_kept_in_stored_snapshots() throws IOException {
    ManualClock clock = new ManualClock(Instant.parse("2026-01-05T08:00:00Z"));
    try (Statute statute = statute(RULES)) {
      Map<String, ?> stored;
      try (Engine engine = statute.engine().clock(clock).sameThread().build()) {
        InstanceHandle agent = spawn(engine);
        for (int i = 0; i < 4; i++) {
          search(agent, "open tickets");
        }
        stored = Objects.requireNonNull(agent.snapshot()).toMap();
      }
      try (Engine engine = statute.engine().clock(clock).sameThread().build()) {
        engine.restore(Snapshot.fromMap(statute.charts().get(0).chart(), stored)).join();
        search(engine.instance("a"), "open tickets");
        assertThat(isHinted(engine.instance("a"))).isTrue();
      }
    }
  }
}
