package dev.statute.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Configuration files after the installation and the removal of hooks. */
class HookInstallationTest {
  @TempDir Path project;

  @TempDir Path home;

  private HookInstallation installation(String vendor) {
    return HookInstallation.all(vendor, project, environment()).get(0);
  }

  /** Environment in which the project is the home of programs that have hooks of users only. */
  private Map<String, String> environment() {
    return Map.of("XDG_STATE_HOME", home.toString(), "HOME", project.toString());
  }

  /** Folder that keeps the state of the project. */
  private Path state() throws IOException {
    try (Stream<Path> folders = Files.list(home.resolve("statute/guard"))) {
      return folders.filter(Files::isDirectory).findFirst().orElseThrow();
    }
  }

  /** Returns all files and folders with their content. */
  private Map<String, String> tree() throws IOException {
    Map<String, String> tree = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(project)) {
      for (Path path : paths.toList()) {
        tree.put(
            project.relativize(path).toString(),
            Files.isDirectory(path)
                ? "folder"
                : new String(Files.readAllBytes(path), StandardCharsets.UTF_8));
      }
    }
    return tree;
  }

  private Path write(String path, String text) throws IOException {
    Path file = project.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  @Test
  void a_removal_leaves_nothing_behind() throws IOException {
    Map<String, String> before = tree();
    for (String vendor : HookService.vendors()) {
      installation(vendor).install(true);
    }
    for (String vendor : HookService.vendors()) {
      HookInstallation installation = installation(vendor);
      assertThat(installation.isInstalled()).as(vendor).isTrue();
      assertThat(installation.uninstall()).containsExactly(installation.file());
    }
    assertThat(tree()).isEqualTo(before);
  }

  @Test
  void files_that_were_there_become_as_they_were_byte_for_byte() throws IOException {
    write(".claude/settings.json", "{\"hooks\":{\"Stop\":[]},   \"model\" :\"x\"}");
    write(".gemini/settings.json", "{\n\t\"model\": {\"name\": \"m\"}}\n\n");
    write(".codex/config.toml", "model = \"m\"\r\n# end without a line break");
    write(".cursor/hooks.json", "{\"version\":1,\"hooks\":{\"stop\":[{\"command\":\"mine\"}]}}");
    Map<String, String> before = tree();
    for (String vendor : HookService.vendors()) {
      installation(vendor).install(false);
      installation(vendor).install(true); // in place of the one before
    }
    assertThat(Files.readString(project.resolve(".gemini/settings.json")))
        .contains("\"name\" : \"m\"", "\"disableLoopDetection\" : true");
    for (String vendor : HookService.vendors()) {
      installation(vendor).uninstall();
    }
    assertThat(tree()).isEqualTo(before);
  }

  @Test
  void what_was_edited_since_stays() throws IOException {
    Path toml = write(".codex/config.toml", "model = \"m\"\n");
    Path json = write(".gemini/settings.json", "{\"model\":{\"name\":\"m\"}}");
    installation("codex").install(true);
    installation("gemini").install(true);
    Files.writeString(toml, Files.readString(toml) + "[tools]\nweb = true\n");
    Files.writeString(json, Files.readString(json).replace("\"m\"", "\"n\""));

    installation("codex").uninstall();
    installation("gemini").uninstall();

    assertThat(Files.readString(toml)).isEqualTo("model = \"m\"\n[tools]\nweb = true\n");
    assertThat(Files.readString(json))
        .isEqualTo("{\n  \"model\" : {\n    \"name\" : \"n\"\n  }\n}\n");
  }

  @Test
  void tables_that_codex_added_stay() throws IOException {
    Path toml = write(".codex/config.toml", "model = \"m\"\n");
    HookInstallation installation = installation("codex");
    installation.install(true);
    String trusted = "[projects.\"/p\"]\ntrust_level = \"trusted\"\n\n";
    String end = "# <<< statute guard\n";
    Files.writeString(toml, Files.readString(toml).replace(end, trusted + end));
    installation.uninstall();
    assertThat(Files.readString(toml)).isEqualTo("model = \"m\"\n" + trusted);

    installation.install(true);
    Files.writeString(toml, Files.readString(toml).replace("\n", "\r\n"));
    installation.uninstall();
    assertThat(Files.readString(toml))
        .isEqualTo(("model = \"m\"\n" + trusted).replace("\n", "\r\n"));
  }

  @Test
  void a_hook_of_the_user_in_the_same_entry_stays() throws IOException {
    HookInstallation installation = installation("claude-code");
    installation.install(true);
    String command = installation.trial("s").command().get(2);
    String entry = "{\"hooks\":{\"PreToolUse\":[{\"matcher\":\"*\",\"hooks\":[%s]}]}}";
    String mine = "{\"type\":\"command\",\"command\":\"mine\"}";
    Files.writeString(
        installation.file(),
        entry.formatted(mine.replace("mine", command.replace("\"", "\\\"")) + "," + mine));
    installation.uninstall();
    assertThat(Files.readString(installation.file()).replaceAll("\\s", ""))
        .isEqualTo(entry.formatted(mine));
  }

  @Test
  void hooks_whose_saved_state_was_deleted_are_replaced_and_removed() throws IOException {
    for (String vendor : HookService.vendors()) {
      HookInstallation installation = installation(vendor);
      installation.install(true);
      String once = Files.readString(installation.file());
      deleteState();
      installation.install(true);
      assertThat(Files.readString(installation.file())).as(vendor).isEqualTo(once);
      deleteState();
      assertThat(installation.uninstall()).as(vendor).containsExactly(installation.file());
      assertThat(Files.readString(installation.file())).doesNotContain("statute");
      assertThat(installation.uninstall()).as(vendor).isEmpty();
    }
  }

  /** A colleague's file under version control, or a project that was renamed. */
  @Test
  void hooks_that_name_the_script_of_another_place_are_replaced_and_removed() throws IOException {
    for (String vendor : HookService.vendors()) {
      HookInstallation installation = installation(vendor);
      installation.install(false);
      String own = Files.readString(installation.file());
      String foreign = own.replace(home.toString(), "/home/ann/it's [here]");
      foreign = foreign.replace("it's", "it" + "'\\\\''" + "s");
      deleteState();
      Files.writeString(installation.file(), foreign);
      assertThat(installation.isInstalled()).as(vendor).isFalse();
      installation.install(false);
      assertThat(Files.readString(installation.file())).as(vendor).isEqualTo(own);
      deleteState();
      Files.writeString(installation.file(), foreign);
      assertThat(installation.uninstall()).as(vendor).containsExactly(installation.file());
      assertThat(Files.readString(installation.file())).as(vendor).doesNotContain("statute");
    }
  }

  /** As an installation saved it that took a colleague's hooks for settings. */
  @Test
  void hooks_of_another_place_in_the_saved_file_are_removed_too() throws IOException {
    for (String vendor : HookService.vendors()) {
      HookInstallation installation = installation(vendor);
      installation.install(false);
      String own = Files.readString(installation.file());
      String foreign = own.replace(home.toString(), "/home/ann/here");
      Path before = state().resolve(vendor + ".before");
      Files.writeString(before, foreign);
      installation.install(false);
      assertThat(Files.readString(installation.file())).as(vendor).isEqualTo(own);
      Files.writeString(before, foreign);
      Files.writeString(installation.file(), foreign);
      installation.uninstall();
      assertThat(Files.readString(installation.file())).as(vendor).doesNotContain("statute");
    }
  }

  @Test
  void a_file_that_only_names_a_script_has_no_hooks() throws IOException {
    HookInstallation installation = installation("claude-code");
    installation.install(true);
    String own = Files.readString(installation.file());
    write(".claude/settings.json", own.replace(home.toString(), "/home/ann"));
    assertThat(installation.isInstalled()).isFalse();
    String script = state().resolve("hook.sh").toString();
    write(".claude/settings.json", "{\"permissions\":{\"deny\":[\"Edit(" + script + ")\"]}}");
    assertThat(installation.isInstalled()).isFalse();
    write(".claude/settings.json", own);
    assertThat(installation.isInstalled()).isTrue();
  }

  @Test
  void hooks_that_the_file_no_longer_has_are_not_installed() throws IOException {
    Path settings = write(".claude/settings.json", "{ \"model\":\"x\"}");
    HookInstallation installation = installation("claude-code");
    installation.install(true);
    assertThat(installation.isInstalled()).isTrue();
    Files.writeString(settings, "{ \"model\":\"x\"}"); // as version control restores it
    assertThat(installation.isInstalled()).isFalse();
    installation.uninstall();
    assertThat(settings).hasContent("{ \"model\":\"x\"}");

    installation.install(true);
    Files.delete(state().resolve("hook.sh"));
    assertThat(installation.isInstalled()).isFalse();
  }

  @Test
  void hooks_that_were_removed_by_hand_from_a_file_with_comments_leave_it_as_it_is()
      throws IOException {
    HookInstallation installation = installation("claude-code");
    installation.install(true);
    Path settings = installation.file();
    Files.writeString(settings, "// mine\n" + Files.readString(settings));
    assertThatThrownBy(installation::uninstall)
        .hasMessage("the file is not plain JSON (line 1); comments would be lost");
    assertThat(installation.wasInstalled()).isTrue();
    Files.writeString(settings, "// mine\n{}");
    assertThat(installation.uninstall()).containsExactly(settings);
    assertThat(settings).hasContent("// mine\n{}");
    assertThat(installation.wasInstalled()).isFalse();
  }

  @Test
  void a_file_of_any_encoding_is_read_or_left() throws IOException {
    Path json = write(".claude/settings.json", "\uFEFF{\"model\":\"ä\"}");
    HookInstallation installation = installation("claude-code");
    installation.install(true);
    assertThat(installation.faults()).isEmpty();
    assertThat(json).content().startsWith("{\n  \"model\" : \"ä\",");
    installation.uninstall();
    assertThat(json).hasContent("\uFEFF{\"model\":\"ä\"}");

    Path toml = write(".codex/config.toml", "");
    byte[] latin = "# für\n".getBytes(StandardCharsets.ISO_8859_1);
    Files.write(toml, latin);
    HookInstallation codex = installation("codex");
    assertThatThrownBy(() -> codex.install(true)).hasMessage("the file is not UTF-8");
    assertThat(codex.faults()).contains(toml + ": the file is not UTF-8");
    assertThat(toml).hasBinaryContent(latin);
  }

  @Test
  void nothing_is_read_written_or_deleted_through_a_link_of_the_project() throws IOException {
    Path precious = Files.writeString(home.resolve("precious"), "{}");
    for (String linked : List.of(".claude", ".claude/settings.json")) {
      Path link = project.resolve(linked);
      Files.createDirectories(link.getParent());
      Files.createSymbolicLink(link, linked.endsWith("n") ? precious : home);
      assertThatThrownBy(() -> installation("claude-code").install(true))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("'" + link + "' is a link, and nothing is read or written through one");
      assertThat(installation("claude-code").uninstall()).isEmpty();
      assertThat(link).isSymbolicLink();
      assertThat(home).isDirectoryContaining(each -> each.equals(precious));
      assertThat(precious).hasContent("{}");
      Files.delete(link);
    }
  }

  @Test
  void a_removal_leaves_a_link_that_came_since() throws IOException {
    HookInstallation installation = installation("claude-code");
    installation.install(true);
    Files.delete(installation.file());
    Files.createSymbolicLink(installation.file(), project.resolve("nowhere"));
    assertThat(installation.uninstall()).isEmpty();
    assertThat(installation.file()).isSymbolicLink();
    assertThat(installation.wasInstalled()).isFalse();
  }

  /** A checkout that brings what an installation would have saved. */
  @Test
  void saved_state_of_a_checkout_is_not_read() throws IOException {
    Path empty = Files.createDirectory(home.resolve("empty"));
    write(".claude/settings.json", "{}");
    write(".statute/guard/claude-code.after", "{}");
    write(".statute/guard/claude-code.before", "{\"x\":\"SECRET\"}");
    write(".statute/guard/claude-code.folders", empty.toString());
    installation("claude-code").install(true);
    assertThat(project.resolve(".claude/settings.json")).content().doesNotContain("SECRET");
    installation("claude-code").uninstall();
    assertThat(empty).isDirectory();
    assertThat(project.resolve(".claude/settings.json")).hasContent("{}");
  }

  @Test
  void installations_at_once_wait_for_each_other() {
    Map<String, Boolean> installed =
        HookService.vendors().parallelStream()
            .collect(
                Collectors.toConcurrentMap(
                    vendor -> vendor,
                    vendor -> {
                      try {
                        installation(vendor).install(true);
                        return installation(vendor).isInstalled();
                      } catch (IOException e) {
                        throw new UncheckedIOException(e);
                      }
                    }));
    assertThat(installed).hasSize(HookService.vendors().size()).doesNotContainValue(false);
  }

  @Test
  void a_folder_with_a_line_break_is_restored() throws IOException {
    Path odd = Files.createDirectory(project.resolve("a\nb \"c'"));
    for (String vendor : HookService.vendors()) {
      HookInstallation installation =
          HookInstallation.all(
                  vendor, odd, Map.of("XDG_STATE_HOME", odd + "/state", "HOME", odd.toString()))
              .get(0);
      installation.install(true);
      assertThat(installation.isInstalled()).as(vendor).isTrue();
      assertThat(installation.trial("s")).as(vendor).isNotNull();
      installation.uninstall();
      assertThat(installation.file()).as(vendor).doesNotExist();
    }
    Files.delete(odd.resolve("state"));
    assertThat(odd).isEmptyDirectory();
  }

  @Test
  void a_file_that_no_program_reads_as_TOML_is_left() throws IOException {
    for (String text : List.of("a = = 1\n", "a = 1\na = 2\n", "[t]\n[t]\n", "x")) {
      Path file = write(".codex/config.toml", text);
      assertThatThrownBy(() -> installation("codex").install(true))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("the file is not TOML (line ");
      assertThat(file).hasContent(text);
    }
  }

  private void deleteState() throws IOException {
    try (Stream<Path> paths = Files.walk(state())) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  @Test
  void an_installation_that_fails_changes_nothing() throws IOException {
    Path settings = write(".claude/settings.json", "{ \"model\":\"x\"}");
    HookInstallation installation = installation("claude-code");
    installation.install(true);
    Path script = state().resolve("hook.sh");
    installation.uninstall();
    Files.createDirectories(script.resolve("in the way"));
    assertThatThrownBy(() -> installation.install(true)).isInstanceOf(IOException.class);
    assertThat(settings).hasContent("{ \"model\":\"x\"}");
    assertThat(installation.wasInstalled()).isFalse();
  }

  @Test
  void what_an_editor_of_json_would_lose_is_not_edited() throws IOException {
    Map<String, String> problems =
        Map.of(
            "{\n\"a\":1,\n\"a\":2}", "(line 3); a name stands twice in an object",
            "{\"a\":1}\n{\"b\":2}", "(line 2); more follows its first value",
            "{\"a\":1}\n// mine", "(line 2); comments would be lost");
    for (Map.Entry<String, String> each : problems.entrySet()) {
      write(".claude/settings.json", each.getKey());
      assertThatThrownBy(() -> installation("claude-code").install(true))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("the file is not plain JSON " + each.getValue());
    }
  }

  @Test
  void decimals_keep_all_their_digits() throws IOException {
    for (String number :
        List.of("12345678901234567890.123456789", "1.0", "100.0", "0.10", "1e3", "-0.5")) {
      String written = number.replace("e", "E+");
      Path claude = write(".claude/settings.json", "{\"a\":" + number + "}");
      Path plugins = write("opencode.json", "{\"a\":" + number + "}");
      installation("claude-code").install(true);
      installation("opencode").install(true);
      assertThat(claude).content().contains("\"a\" : " + written + ",");
      assertThat(plugins).content().contains("\"a\" : " + written + ",");
    }
  }

  @Test
  void a_file_that_cannot_be_edited_without_loss_is_left() throws IOException {
    write(".claude/settings.json", "{\n  // mine\n}");
    write(".codex/config.toml", "hooks = {}\n");
    Map<String, String> before = tree();
    assertThatThrownBy(() -> installation("claude-code").install(true))
        .hasMessage("the file is not plain JSON (line 2); comments would be lost");
    assertThatThrownBy(() -> installation("codex").install(true))
        .hasMessage("'hooks' is an inline value, beside which no table fits");
    assertThat(tree()).isEqualTo(before);
  }

  @Test
  void the_environment_of_a_user_tells_the_place() {
    Map<String, String> environment = Map.of("HOME", "/home/me", "CODEX_HOME", "/opt/codex");
    assertThat(HookInstallation.user("codex", environment).file())
        .isEqualTo(Path.of("/opt/codex/config.toml"));
    assertThat(HookInstallation.user("opencode", environment).file())
        .isEqualTo(Path.of("/home/me/.config/opencode/opencode.json"));
  }

  @Test
  void a_program_of_the_same_shape_gets_hooks_in_its_own_file() throws IOException {
    Path file = write("my agent/settings.json", "{\"theme\":1}");
    HookInstallation installation = HookInstallation.like("claude-code", file, environment());
    installation.install(true);
    assertThat(Files.readString(file)).contains("\"PreToolUse\"", "hook.sh' claude-code before");
    assertThat(installation.isInstalled()).isTrue();
    assertThat(HookInstallation.user("claude-code", environment()).wasInstalled()).isFalse();
    assertThat(installation.uninstall()).containsExactly(file);
    assertThat(Files.readString(file)).isEqualTo("{\"theme\":1}");
  }

  @Test
  void entries_of_kimi_are_removed_after_kimi_wrote_its_file_anew() throws IOException {
    Path file = write(".kimi-code/config.toml", "model = \"m\"\n");
    HookInstallation installation = installation("kimi");
    installation.install(false);
    String mine = "[[hooks]]\nevent = \"PreToolUse\"\ncommand = \"mine\"\n";
    String rewritten =
        Files.readString(file).replaceAll("(?m)^# .*\\n", "").replace("\"m\"", "\"n\"");
    Files.writeString(file, rewritten + mine);
    installation.uninstall();
    assertThat(Files.readString(file)).isEqualTo("model = \"n\"\n" + mine);
  }

  @Test
  void a_file_whose_hooks_are_read_instead_is_said() throws IOException {
    Path other = write(".factory/hooks.json", "{}");
    assertThatThrownBy(() -> installation("droid").install(true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the hooks of " + other + " are read instead of its hooks");
    Files.delete(other);
    installation("droid").install(true);
    Files.writeString(other, "{}");
    assertThat(installation("droid").faults().toString()).contains("are read instead of those of");
  }

  @Test
  void a_program_without_hooks_of_projects_is_said() {
    assertThatThrownBy(() -> HookInstallation.project("kimi", project, environment()))
        .hasMessage("this program has hooks of users only, none of projects");
  }
}
