package dev.statute.cli.internal.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.cli.CommandResult;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Unreadable parts of a folder are reported, and the rest is read. */
class UnreadableFoldersTest {
  private static final String CHART =
      Path.of(System.getProperty("statute.root", "../.."), "charts", "observer.yaml").toString();

  @TempDir private Path folder;
  private Path logs = Path.of("");

  @BeforeEach
  void one_session() throws IOException {
    logs = Files.createDirectory(folder.resolve("logs"));
    Files.writeString(logs.resolve("a.jsonl"), "{\"type\":\"user_message\",\"text\":\"x\"}\n");
  }

  private CommandResult scan(Object... more) {
    String[] words = new String[more.length + 3];
    words[0] = "scan";
    words[1] = CHART;
    words[2] = logs.toString();
    for (int i = 0; i < more.length; i++) {
      words[i + 3] = more[i].toString();
    }
    return CommandResult.run("", words);
  }

  @Test
  void a_link_to_its_own_folder_counts_no_session_again() throws IOException {
    Files.createSymbolicLink(logs.resolve("self"), logs);
    Files.createSymbolicLink(Files.createDirectory(logs.resolve("sub")).resolve("up"), logs);
    Files.createSymbolicLink(logs.resolve("b.jsonl"), logs.resolve("a.jsonl"));
    CommandResult result = scan();
    assertThat(result.out()).contains("\n1 session, 0 with findings\n");
    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
  }

  @Test
  void broken_and_external_links_are_reported_and_the_rest_is_read() throws IOException {
    Path gone = Files.createSymbolicLink(logs.resolve("gone.jsonl"), folder.resolve("nothing"));
    Path away = Files.createSymbolicLink(logs.resolve("away"), folder.resolve(".."));
    Path ring = Files.createSymbolicLink(logs.resolve("ring.jsonl"), logs.resolve("ring.jsonl"));
    Path hidden = Files.createDirectory(logs.resolve(".data"));
    Files.copy(logs.resolve("a.jsonl"), hidden.resolve("h.jsonl"));
    Path inside = Files.createSymbolicLink(logs.resolve("h.jsonl"), hidden.resolve("h.jsonl"));
    CommandResult result = scan();
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out()).contains("\n1 session, 0 with findings, 4 not read at all\n");
    String elsewhere =
        ": it is a link, which is not followed, to what is not looked through here; name that"
            + " itself\n";
    assertThat(result.err())
        .isEqualTo(
            "not read: "
                + away
                + elsewhere
                + "not read: "
                + gone
                + ": it is a link to what is not there\n"
                + "not read: "
                + inside
                + elsewhere
                + "not read: "
                + ring
                + ": it is a link to what is not there\n");
  }

  @Test
  void files_that_end_in_yml_are_read_like_their_twins() throws IOException {
    Path charts = Files.createDirectory(folder.resolve("charts"));
    Path order = charts.resolve("order.yaml");
    assertThat(CommandResult.once("", "new", charts.resolve("order").toString()).code()).isZero();
    Path test = Files.move(charts.resolve("order.test.yaml"), charts.resolve("order.test.yml"));
    Files.writeString(charts.resolve("a.tools.yml"), "tools: { ask: NO_EFFECT }\n");
    Files.writeString(charts.resolve("b.migration.yml"), "migrate: order\nstat: {}\n");
    assertThat(CommandResult.run("", "test", charts.toString()).code()).isZero();
    assertThat(CommandResult.run("", "test", order.toString()).code()).isZero();
    CommandResult result = CommandResult.run("", "validate", charts.toString());
    assertThat(result.out() + result.err())
        .contains("a.tools.yml:1:", "b.migration.yml:2:", "5 files: ")
        .doesNotContain(test.toString());
  }

  /** Kubernetes mounts files as links by way of a folder that is a link. */
  @Test
  void files_of_a_mounted_config_map_are_read() throws IOException {
    Path mounted = Files.createDirectory(folder.resolve("mounted"));
    Path release = Files.createDirectory(mounted.resolve("..2026_01"));
    assertThat(CommandResult.once("", "new", release.resolve("order").toString()).code()).isZero();
    Files.createSymbolicLink(mounted.resolve("..data"), Path.of("..2026_01"));
    for (String name : new String[] {"order.yaml", "order.drl", "order.test.yaml"}) {
      Files.createSymbolicLink(mounted.resolve(name), Path.of("..data", name));
    }
    CommandResult valid = CommandResult.run("", "validate", mounted.toString());
    assertThat(valid.out() + valid.err()).isEqualTo("3 files: nothing wrong\n");
    assertThat(CommandResult.run("", "test", mounted.toString()).code()).isZero();
    Path inner = Files.createDirectories(release.resolve("more/target")).getParent();
    assertThat(CommandResult.once("", "new", inner.resolve("bill").toString()).code()).isZero();
    Files.createSymbolicLink(inner.resolve("again"), Path.of("../more"));
    Files.createSymbolicLink(mounted.resolve("more"), Path.of("..data", "more"));
    valid = CommandResult.run("", "validate", mounted.toString());
    assertThat(valid.out()).isEmpty();
    assertThat(valid.err()).contains("not read: " + mounted.resolve("more/again"), "6 files");
    Files.delete(inner.resolve("again"));
    valid = CommandResult.run("", "validate", mounted.toString());
    assertThat(valid.out() + valid.err()).isEqualTo("6 files: nothing wrong\n");
    assertThat(CommandResult.run("", "test", mounted.toString()).out())
        .contains(mounted.resolve("more/bill.test.yaml").toString());
  }

  @Test
  void an_unreadable_file_is_reported_and_the_others_are_read() throws IOException {
    Path broken = logs.resolve("b.jsonl.gz");
    Files.write(broken, new byte[] {0x1F, (byte) 0x8B, 8, 0});
    CommandResult result = scan();
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out()).contains("\n2 sessions, 0 with findings, 1 not read whole\n");
    assertThat(result.err()).contains(broken + ":1:1: error L301: this file cannot be read: ");
  }

  @Test
  void reasons_of_read_errors_are_described() {
    assertThat(FileTree.reason(new AccessDeniedException("x"))).isEqualTo("it may not be read");
    assertThat(FileTree.reason(new NoSuchFileException("x"))).isEqualTo("it is not there any more");
    assertThat(FileTree.reason(new FileSystemException("x", null, "Too many levels")))
        .isEqualTo("Too many levels");
    assertThat(FileTree.reason(new IOException())).isEqualTo("it cannot be read");
  }

  @Test
  void an_unwritable_page_is_reported_before_the_scan() throws IOException {
    Path nowhere = folder.resolve("no").resolve("page.html");
    CommandResult result = scan("--html", nowhere);
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .startsWith(
            "statute scan: --html " + nowhere + " cannot be written: there is no such folder\n");
    assertThat(scan("--html", logs).err()).contains("cannot be written: it is a folder");
    Path log = logs.resolve("a.jsonl");
    assertThat(scan("--html", log).err()).contains("would overwrite '" + log + "'");
    assertThat(log).content().contains("user_message");
    Path rules = Files.writeString(folder.resolve("own.drl"), "kept");
    assertThat(scan("--html", rules).err()).contains("would overwrite a chart or rules");
    assertThat(rules).hasContent("kept");
    Path page = folder.resolve("page.html");
    Files.writeString(page, "old");
    assertThat(scan("--html", page).code()).isZero();
    assertThat(Files.readString(page)).startsWith("<!");
  }

  @Test
  void tests_that_were_not_read_have_not_passed() throws IOException {
    Path tests = Files.createDirectory(folder.resolve("tests"));
    assertThat(CommandResult.once("", "new", tests.resolve("order").toString()).code()).isZero();
    assertThat(CommandResult.run("", "test", tests.toString()).code()).isZero();
    Path gone = Files.createSymbolicLink(tests.resolve("b.test.yaml"), folder.resolve("nothing"));
    CommandResult result = CommandResult.run("", "test", tests.toString());
    assertThat(result.err())
        .isEqualTo("not read: " + gone + ": it is a link to what is not there\n");
    assertThat(result.code()).isEqualTo(1);
  }

  @Test
  void a_file_without_a_test_has_not_passed() throws IOException {
    Path tests = Files.createDirectory(folder.resolve("tests"));
    assertThat(CommandResult.once("", "new", tests.resolve("order").toString()).code()).isZero();
    Path none = tests.resolve("later.test.yaml");
    Files.writeString(none, "chart: order.yaml\ntests: []\n");
    CommandResult result = CommandResult.run("", "test", tests.toString());
    assertThat(result.err())
        .isEqualTo("'" + none + "' tests nothing: it has neither a test nor a property\n");
    assertThat(result.out()).contains("4 tests, all passed");
    assertThat(result.code()).isEqualTo(1);
    Files.writeString(none, "chart: order.yaml\ntests: []\nnever: \"false\"\n");
    assertThat(CommandResult.run("", "test", none.toString()).code()).isZero();
  }

  @Test
  void the_tests_of_a_decision_table_are_called_as_its_pack() throws IOException {
    Path table = folder.resolve("approvals.rules.csv");
    Files.writeString(table, "event,verdict,reason\nopen,deny,night\n");
    assertThat(CommandResult.run("", "test", table.toString()).err())
        .contains("there is no test file '" + folder.resolve("approvals.test.yaml") + "' beside");
    String test = "pack: approvals\ntests: { name: t, given: { Cycle: {} }, expect: {} }\n";
    Path old = Files.writeString(folder.resolve("approvals.rules.test.yml"), test);
    assertThat(CommandResult.run("", "test", table.toString()).out()).startsWith(old.toString());
    Path own = Files.writeString(folder.resolve("approvals.test.yml"), test);
    CommandResult result = CommandResult.run("", "test", table.toString());
    assertThat(result.out()).startsWith(own.toString());
    assertThat(result.code()).isZero();
  }

  @Test
  void a_folder_without_anything_to_check_is_not_valid() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertThat(CommandResult.run("", "validate", empty.toString()).code()).isEqualTo(2);
  }
}
