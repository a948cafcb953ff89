package dev.statute.cli.internal.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.TerminalStyle;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Rounds of watching, with changes from a script. */
class WatchCommandTest {
  private static final String CHART =
      "chart: lamp\n"
          + "policies: [lamp]\n"
          + "states: { off: { on: { press: lit } }, lit: { on: { press: off } } }\n";
  private static final String RULE =
      "package lamp\n"
          + "import dev.statute.policy.*\n"
          + "rule \"r\" when $t : Transition( event == \"press\", from == \"lit\" ) then insert("
          + " new Deny($t, \"no\") ); end\n";
  private static final String TEST =
      "chart: lamp.yaml\n"
          + "tests:\n"
          + "  - { name: it lights, steps: [ { event: press, expect: { to: [lit] } } ] }\n";

  @TempDir private Path folder;
  private final Set<Path> watched = new LinkedHashSet<>();

  /** Files with a change after which others were lost. */
  private final Set<Path> lost = new LinkedHashSet<>();

  private Set<Path> write(String name, String text) {
    try {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      return Set.of(Files.writeString(file, text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Set<Path> remove(String name) {
    try {
      Files.delete(folder.resolve(name));
      return Set.of(folder.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private final class Scripted implements FileChangeSource {
    private final Deque<Supplier<Set<Path>>> script;

    private Scripted(List<Supplier<Set<Path>>> script) {
      this.script = new ArrayDeque<>(script);
    }

    @Override
    public void watch(Collection<Path> folders) {
      watched.addAll(folders);
    }

    @Override
    public FileChanges awaitChanges() {
      Set<Path> files = script.isEmpty() ? Set.of() : script.remove().get();
      return new FileChanges(files, !lost.removeAll(files));
    }

    @Override
    public void close() {}
  }

  private record Watched(int code, List<String> lines) {}

  private List<String> watch(List<Supplier<Set<Path>>> script) {
    return watched(script).lines();
  }

  private Watched watched(List<Supplier<Set<Path>>> script) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Console console =
        new Console(
            InputStream.nullInputStream(),
            new PrintStream(out, false, StandardCharsets.UTF_8),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            TerminalStyle.PLAIN,
            false);
    int code =
        new CommandLine(new WatchCommand(console, signal -> new Scripted(script)))
            .execute(folder.toString());
    String text = out.toString(StandardCharsets.UTF_8).replace(folder + "/", "");
    return new Watched(code, text.lines().toList());
  }

  private void lamp() {
    write("lamp.yaml", CHART);
    write("lamp.drl", RULE);
    write("lamp.test.yaml", TEST);
    write("other.yaml", "chart: other\nstates: { a: { final: true } }\n");
  }

  @Test
  void only_files_affected_by_a_change_are_checked_again() {
    lamp();
    assertThat(
            watch(
                List.of(
                    () -> write("other.yaml", "chart: other\nstates: { b: { final: true } }\n"),
                    () -> write("lamp.drl", RULE.replace("lit", "off")),
                    () -> write("notes.txt", "nothing of ours"),
                    () -> write("lamp.test.yaml", TEST.replace("[lit]", "[off]")))))
        .containsExactly(
            "4 files: nothing wrong; 1 test, all passed",
            "changed: other.yaml",
            "1 file: nothing wrong",
            "changed: lamp.drl",
            "lamp.test.yaml",
            "  ✗ it lights",
            "    lamp.test.yaml:3:64: error T301: to[0]: expected 'lit', but came 'off'",
            "        3 |   - { name: it lights, steps: [ { event: press, expect: { to: [lit] } } ]"
                + " }",
            "          |                                                                ^^^",
            "          = fix: mend the chart or its rules; or expect what came, if that is right",
            "    what happened:",
            "      { event: press } denied [\"off\"], message: no, rule: lamp#r, why: [{ rule:"
                + " \"lamp#r\", place: \"lamp.drl:3:1\", layer: chart, verdict: deny, reason:"
                + " \"no\", decisive: true, facts: [{ fact: Transition, kind: event, event: press,"
                + " from: \"off\", to: lit }] }]",
            "3 files: nothing wrong; 1 test, 1 failed",
            "changed: lamp.test.yaml",
            "1 file: nothing wrong; 1 test, all passed");
  }

  @Test
  void all_files_are_checked_again_after_lost_changes() {
    lamp();
    assertThat(
            watch(
                List.of(
                    () -> {
                      write("other.yaml", "chart: other\nstates: { a: { on: { x: b } } }\n");
                      Set<Path> reported = write("notes.txt", "nothing of ours");
                      lost.addAll(reported);
                      return reported;
                    })))
        .startsWith("4 files: nothing wrong; 1 test, all passed")
        .anyMatch(line -> line.contains("error C201: no state is called 'b'"))
        .endsWith("4 files: 1 error; 1 test, all passed");
  }

  @Test
  void a_broken_file_is_reported_until_it_is_corrected() {
    lamp();
    List<String> printed =
        watch(
            List.of(
                () -> write("lamp.yaml", CHART.replace("lit }", "lot }")),
                () -> write("lamp.yaml", CHART)));
    assertThat(printed).contains("changed: lamp.yaml");
    assertThat(printed).anyMatch(line -> line.contains("error C201: no state is called 'lot'"));
    assertThat(printed.get(printed.size() - 1))
        .isEqualTo("2 files: nothing wrong; 1 test, all passed");
  }

  @Test
  void new_and_deleted_files_and_folders_are_detected() {
    lamp();
    List<String> printed =
        watch(
            List.of(
                () -> write("deep/new.yaml", "chart: new\nstates: { a: { on: { x: b } } }\n"),
                () -> remove("lamp.drl")));
    assertThat(printed).anyMatch(line -> line.contains("new.yaml:2:") && line.contains("C201"));
    assertThat(printed).anyMatch(line -> line.contains("error P201: there is no rule pack 'lamp'"));
    assertThat(watched).contains(folder, folder.resolve("deep"));
  }

  @Test
  void the_exit_code_is_that_of_the_last_round_of_each_file() {
    lamp();
    Supplier<Set<Path>> broken =
        () -> write("other.yaml", "chart: other\nstates: { a: { to: } }\n");
    Supplier<Set<Path>> failing = () -> write("lamp.test.yaml", TEST.replace("[lit]", "[off]"));
    Supplier<Set<Path>> right = () -> write("lamp.test.yaml", TEST);
    assertThat(watched(List.of()).code()).isZero();
    assertThat(watched(List.of(failing)).code()).isOne();
    assertThat(watched(List.of(failing, right)).code()).isZero();
    assertThat(watched(List.of(broken, right)).code()).isOne();
    assertThat(watched(List.of(() -> remove("other.yaml"))).code()).isZero();
  }
}
