package dev.statute.cli.internal.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.cli.CommandResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of other programs: SCXML documents, and logs of other agents. */
class ForeignFormatsTest {
  private static final String CHART =
      Path.of(System.getProperty("statute.root", "../.."), "charts", "nexora.yaml").toString();

  @TempDir private Path folder;

  @Test
  void an_imported_document_is_a_chart_that_runs() throws IOException {
    Path document =
        write(
            "door.scxml",
            """
            <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" initial="closed">
              <state id="closed"><transition event="open" target="opened"/></state>
              <final id="opened"/>
            </scxml>
            """);
    CommandResult imported = CommandResult.run("", "import", document.toString());
    assertThat(imported.code()).as(imported.err()).isZero();
    Path chart = write("door.yaml", imported.out());
    Path events = write("door.jsonl", "{\"event\":\"open\"}\n");
    CommandResult ran =
        CommandResult.run("", "run", chart.toString(), "--events", events.toString());
    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(ran.out()).contains("closed → opened", "ended in opened");
  }

  @Test
  void unsupported_elements_have_places() throws IOException {
    Path document = write("bad.scxml", "<scxml><state id=\"a\"><invoke/></state></scxml>");
    CommandResult imported = CommandResult.run("", "import", document.toString());
    assertThat(imported.code()).isEqualTo(1);
    assertThat(imported.err()).contains("bad.scxml:1:23: error X202");
    assertThat(imported.out()).isEmpty();
  }

  @Test
  void the_log_of_another_agent_is_scanned_as_it_is() throws IOException {
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      log.append(
              "{\"type\":\"assistant\",\"uuid\":\"u\",\"message\":{\"role\":\"assistant\",\"content\":")
          .append("[{\"type\":\"tool_use\",\"id\":\"t")
          .append(i)
          .append("\",\"name\":\"Edit\",\"input\":{\"file_path\":\"a.go\"}}]}}\n")
          .append("{\"type\":\"user\",\"uuid\":\"u\",\"message\":{\"role\":\"user\",\"content\":")
          .append("[{\"type\":\"tool_result\",\"tool_use_id\":\"t")
          .append(i)
          .append("\",\"is_error\":true,\"content\":\"no match\"}]}}\n");
    }
    Path session = write("session.jsonl", log.toString());
    CommandResult scanned =
        CommandResult.run("", "scan", CHART, session.toString(), "--output", "jsonl");
    assertThat(scanned.code()).as(scanned.err()).isEqualTo(1);
    assertThat(scanned.out()).contains("\"pattern\":\"repeated-error\"", "\"line\":6");
  }

  @Test
  void an_unknown_format_is_wrong_use() throws IOException {
    Path session = write("session.jsonl", "{}\n");
    assertThat(CommandResult.run("", "scan", CHART, session.toString(), "--format", "word").code())
        .isEqualTo(2);
  }

  @Test
  void differences_use_the_notation_of_the_file() throws IOException {
    String text =
        """
        chart: a
        data: { n: number }
        states:
          x:
            on:
              go: { to: y, do: [ { assign: { n: n + 1 } }, { raise: more } ] }
            entry: [ { log: in } ]
          y: { final: true }
        """;
    Path old = write("a.yaml", text);
    Path now = write("b.yaml", text.replace("n + 1", "n + 2").replace("log: in", "log: out"));
    assertThat(CommandResult.run("", "diff", old.toString(), now.toString()).out())
        .contains(
            "entry: [{ log: in }] → [{ log: out }]\n",
            "do: [{ assign: { n: n + 1 } }, { raise: more }]"
                + " → [{ assign: { n: n + 2 } }, { raise: more }]\n");
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }
}
