package dev.statute.cli.internal.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.cli.CommandResult;
import dev.statute.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Costs of loops in logs of agent programs, and budgets on them. */
class ScanCostTest {
  private static final String CHART =
      Path.of(System.getProperty("statute.root", "../.."), "charts", "observer.yaml").toString();

  @TempDir private Path folder;

  /** Log with a call every ten seconds, of 100 tokens and half a dollar each. */
  private Path log(String... files) throws IOException {
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < files.length; i++) {
      log.append(
          """
          {"type":"message","id":"e%1$d","timestamp":"2026-01-01T00:%2$02d:%3$d0.000Z","message":{"role":"assistant","content":[{"type":"toolCall","id":"c%1$d","name":"read","arguments":{"path":"%4$s"}}],"usage":{"totalTokens":100,"cost":{"total":0.5}}}}
          {"type":"message","id":"r%1$d","timestamp":"2026-01-01T00:%2$02d:%3$d5.000Z","message":{"role":"toolResult","toolCallId":"c%1$d","content":[{"type":"text","text":"no file %4$s"}],"isError":true}}
          """
              .formatted(i, i / 6, i % 6, files[i]));
    }
    return Files.writeString(folder.resolve("log.jsonl"), log);
  }

  private static List<?> findings(CommandResult scanned) {
    return (List<?>)
        JsonText.object(scanned.out().lines().findFirst().orElseThrow()).get("findings");
  }

  @Test
  void a_finding_says_what_the_loop_cost_and_what_an_end_there_saves() throws Exception {
    Path log = log("a", "b", "x", "x", "x", "c");
    CommandResult scanned =
        CommandResult.run("", "scan", CHART, log.toString(), "--output", "jsonl");
    Map<?, ?> first = (Map<?, ?>) findings(scanned).get(0);
    assertThat(first.get("line")).isEqualTo(10L);
    assertThat(first.get("spent"))
        .isEqualTo(Map.of("calls", 3L, "tokens", 300L, "cost", 1.5, "ms", 30_000L));
    assertThat(first.get("saved"))
        .isEqualTo(Map.of("calls", 1L, "tokens", 100L, "cost", 0.5, "ms", 10_000L));
  }

  @Test
  void what_was_wasted_is_the_same_whether_the_records_are_shown_or_not() throws Exception {
    String log = log("a", "b", "x", "x", "x", "x", "d", "x", "x").toString();
    String table = CommandResult.run("", "scan", CHART, log).out();
    String page = folder.resolve("page.html").toString();
    assertThat(table).contains(" %");
    assertThat(CommandResult.run("", "scan", CHART, log, "--html", page).out()).isEqualTo(table);
  }

  @Test
  void the_table_the_evidence_and_the_page_have_the_costs() throws Exception {
    Path page = folder.resolve("page.html");
    CommandResult scanned =
        CommandResult.run(
            "",
            "scan",
            CHART,
            log("b", "x", "x", "x", "c").toString(),
            "--explain",
            "--html",
            page.toString());
    assertThat(scanned.out())
        .contains("cost 3 calls, 300 tokens, $1.50, 30s; an end here saves 1 call, 100 tokens")
        .contains("3 calls, 300 tokens, $1.50, 30s  1 call, 100 tokens, $0.50, 10s")
        .contains("loops cost 3 calls, 300 tokens, $1.50, 30s; an end at the first finding");
    assertThat(Files.readString(page)).contains("\"cost\":\"3 calls, 300 tokens, $1.50, 30s\"");
  }

  @Test
  void a_session_without_findings_has_no_costs_of_loops() throws Exception {
    CommandResult scanned = CommandResult.run("", "scan", CHART, log("a", "b").toString());
    assertThat(scanned.out()).doesNotContain("$").doesNotContain("loops cost 0");
  }

  @Test
  void budgets_of_tokens_cost_and_time_speak_on_logs_of_other_agents() throws Exception {
    String log = log("a", "b").toString();
    for (String limit : List.of("max_tokens=200", "max_cost=1.0", "max_time=15s")) {
      CommandResult over =
          CommandResult.run("", "scan", CHART, log, "--output", "jsonl", "--set", limit);
      assertThat(findings(over).toString()).as(limit).contains("budget").contains("level=stop");
    }
    for (String limit : List.of("max_tokens=400", "max_cost=3.0", "max_time=1m")) {
      CommandResult under =
          CommandResult.run("", "scan", CHART, log, "--output", "jsonl", "--set", limit);
      assertThat(findings(under)).as(limit + under.err()).isEmpty();
    }
  }
}
