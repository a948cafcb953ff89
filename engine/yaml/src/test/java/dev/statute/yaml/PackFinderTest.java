package dev.statute.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.PackReference;
import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.Pack;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackFinderTest {
  @TempDir private Path home;
  private Path chart;

  @BeforeEach
  void write_a_chart() throws IOException {
    chart = write("charts/deep/agent.yaml", "");
  }

  @Test
  void a_pack_beside_the_chart_wins_over_the_rules_folder_and_belongs_to_the_chart()
      throws IOException {
    write("charts/deep/guards/strict.drl", "beside");
    write("rules/guards/strict.drl", "above");
    Pack pack = find("guards/strict").get().get(0);
    assertThat(pack.layer()).isEqualTo(Layer.CHART);
    assertThat(pack.files()).extracting(Source::content).containsExactly("beside");
  }

  @Test
  void the_nearest_rules_folder_above_the_chart_is_searched() throws IOException {
    write("rules/guards/strict.drl", "far");
    write("charts/rules/guards/strict.drl", "near");
    Pack pack = find("guards/strict").get().get(0);
    assertThat(pack.layer()).isEqualTo(Layer.BASE);
    assertThat(pack.files()).extracting(Source::content).containsExactly("near");
  }

  @Test
  void a_folder_pack_has_its_rule_files_sorted_and_what_its_pack_yaml_says() throws IOException {
    write("rules/loops/two/b.drl", "b");
    write("rules/loops/two/a.drl", "a");
    write("rules/loops/two/inner/c.drl", "c");
    write(
        "rules/loops/two/pack.yaml",
        "description: Two rules.\n"
            + "owner: us\n"
            + "settings: { n: { type: int, default: 3, doc: How many. } }");
    Pack pack = find("loops/two").get().get(0);
    assertThat(pack.files()).extracting(Source::content).containsExactly("a", "b");
    assertThat(pack.description()).isEqualTo("Two rules.");
    assertThat(pack.owner()).isEqualTo("us");
    assertThat(pack.settings().get("n").initial()).isEqualTo(3L);
  }

  @Test
  void a_file_pack_is_described_beside_it() throws IOException {
    write("rules/one.drl", "one");
    write("rules/one.pack.yaml", "description: One rule.");
    assertThat(find("one").get().get(0).description()).isEqualTo("One rule.");
  }

  @Test
  void files_of_a_pack_may_end_in_yml() throws IOException {
    write("rules/one.drl", "one");
    write("rules/one.pack.yml", "description: One rule.");
    write("rules/one.tools.yml", "tools: { ask: SEARCH }");
    write("rules/two/two.drl", "two");
    write("rules/two/pack.yml", "description: Two rules.");
    write("rules/two/tools.yml", "tools: { ask: READ }");
    write("rules/three.tools.yml", "tools: { ask: READ }");
    write("more/a/four.tools.yml", "tools: { ask: READ }");
    write("more/b/tools.yml", "tools: { ask: READ }");
    for (String name : new String[] {"one", "two"}) {
      Pack pack = find(name).get().get(0);
      assertThat(pack.description()).isNotEmpty();
      assertThat(pack.settings()).isNotEmpty();
    }
    assertThat(find("three").get().get(0).settings()).isNotEmpty();
    assertThat(new PackFinder(home, loader()).addedPacks(home.resolve("more")).get())
        .extracting(Pack::name)
        .containsExactly("a/four", "b");
  }

  @Test
  void packs_are_found_in_jars_on_the_class_path() throws IOException {
    try (URLClassLoader loader =
        jar(
            Map.of(
                "statute/rules/shipped/pack.yaml", "owner: them",
                "statute/rules/shipped/a.drl", "a",
                "statute/rules/shipped/inner/c.drl", "c",
                "statute/rules/single.drl", "single",
                "statute/rules/profiles/calm.yaml", "stuck_threshold: 9"))) {
      PackFinder finder = new PackFinder(home, loader);
      List<Pack> packs = finder.find(references("shipped", "single"), null).get();
      assertThat(packs).extracting(Pack::owner).containsExactly("them", "");
      assertThat(packs)
          .flatExtracting(Pack::files)
          .extracting(Source::content)
          .containsExactly("a", "single");
      assertThat(packs).extracting(Pack::layer).containsOnly(Layer.BASE);
      assertThat(finder.profile("calm", chart).get().get("stuck_threshold").value()).isEqualTo(9L);
    }
  }

  @Test
  void files_of_packs_in_jars_may_end_in_yml() throws IOException {
    try (URLClassLoader loader =
        jar(
            Map.of(
                "statute/rules/shipped/pack.yml", "owner: them",
                "statute/rules/shipped/a.drl", "a",
                "statute/rules/single.drl", "single",
                "statute/rules/single.pack.yml", "owner: us"))) {
      List<Pack> packs =
          new PackFinder(home, loader).find(references("shipped", "single"), null).get();
      assertThat(packs).extracting(Pack::owner).containsExactly("them", "us");
      assertThat(packs)
          .flatExtracting(Pack::files)
          .extracting(Source::content)
          .containsExactly("a", "single");
    }
  }

  private URLClassLoader jar(Map<String, String> files) throws IOException {
    Path jar = home.resolve("packs.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (var entry : files.entrySet()) {
        out.putNextEntry(new JarEntry(entry.getKey()));
        out.write(entry.getValue().getBytes(java.nio.charset.StandardCharsets.UTF_8));
      }
    }
    return new URLClassLoader(new URL[] {jar.toUri().toURL()}, null);
  }

  @Test
  void a_misspelt_pack_is_answered_with_the_one_that_is_there() throws IOException {
    write("rules/guards/strict.drl", "");
    Loaded<List<Pack>> loaded = find("guards/stric");
    assertThat(loaded.problems()).hasSize(1);
    assertThat(loaded.problems().get(0).code()).isEqualTo("P201");
    assertThat(loaded.problems().get(0).fix()).isEqualTo("did you mean 'guards/strict'?");
  }

  @Test
  void a_pack_that_is_both_file_and_folder_is_refused() throws IOException {
    write("rules/a.drl", "");
    write("rules/a/b.drl", "");
    assertThat(find("a").problems()).extracting(p -> p.code()).containsExactly("P203");
  }

  @Test
  void a_path_of_the_team_is_a_file_a_pack_or_a_folder_of_packs() throws IOException {
    write("team/a.drl", "a");
    write("team/b/one.drl", "b1");
    write("team/b/two.drl", "b2");
    write("team/b/pack.yaml", "owner: team");
    assertThat(team("team/a.drl")).containsExactly("a a 1");
    assertThat(team("team/b")).containsExactly("b b 2");
    write("packs/x/c.drl", "c");
    write("packs/y/d.drl", "d");
    write("packs/y/pack.yaml", "owner: team");
    assertThat(team("packs")).containsExactly("x/c packs 1", "y packs 1");
    write("packs/x/c.tools.yaml", "tools: { a: READ }");
    write("packs/x/e.tools.yaml", "tools: { b: READ }");
    write("packs/z/tools.yaml", "tools: { c: READ }");
    assertThat(team("packs"))
        .containsExactly("x/c packs 1", "x/e packs 0", "y packs 1", "z packs 0");
  }

  @Test
  void old_rules_in_hidden_folders_are_no_packs() throws IOException {
    write("mine/team/a.drl", "a");
    write("mine/.history/team/a_20260101.drl", "old");
    write("mine/team/.history/a.drl", "old");
    PackFinder finder = new PackFinder(home, loader());
    assertThat(finder.addedPacks(home.resolve("mine")).get())
        .extracting(Pack::name)
        .containsExactly("team/a");
    write("mine/.drafts/b/c.drl", "c");
    assertThat(finder.addedPacks(home.resolve("mine/.drafts")).get())
        .extracting(Pack::name)
        .containsExactly("b/c");
  }

  @Test
  void a_path_without_rules_is_a_problem_of_whoever_names_it() throws IOException {
    write("team/night.drl", "package night");
    assertThat(wrong("none"))
        .containsExactly(
            "--shadow-rules P201: name a .drl file, the folder of a pack, or a folder of packs");
    assertThat(wrong("team/nigth.drl"))
        .containsExactly(
            "--shadow-rules P201: did you mean '" + home.resolve("team/night.drl") + "'?");
  }

  private List<String> wrong(String path) {
    SourceText named = SourceText.synthetic(home.resolve(path).toString(), "--shadow-rules");
    return new PackFinder(home, loader())
        .addedPacks(List.of(named)).problems().stream()
            .map(p -> p.place().file() + " " + p.code() + ": " + p.fix())
            .toList();
  }

  @Test
  void a_profile_is_a_map_of_settings_in_the_rules_folder() throws IOException {
    write("rules/profiles/strict.yaml", "stuck_threshold: 3\npatience: 10m\n");
    PackFinder finder = new PackFinder(home, loader());
    assertThat(finder.profile("strict", chart).get().get("patience").value()).isEqualTo("10m");
    assertThat(finder.profile("lax", chart).problems())
        .extracting(p -> p.code())
        .containsExactly("P204");
  }

  @Test
  void no_link_leads_a_pack_out_of_its_place() throws IOException {
    Path secret = write("private/secret.drl", "password: hunter2");
    write("private/pack.yaml", "password: hunter2");
    Files.createSymbolicLink(chart.resolveSibling("beside.drl"), secret);
    Files.createDirectories(home.resolve("charts/rules/one"));
    Files.createSymbolicLink(home.resolve("charts/rules/one/a.drl"), secret);
    Files.createSymbolicLink(home.resolve("charts/rules/two"), secret.getParent());
    for (String name : List.of("beside", "one", "two")) {
      assertThat(find(name).problems())
          .as(name)
          .allSatisfy(each -> assertThat(each.toString()).doesNotContain("hunter2"))
          .extracting(Problem::code)
          .contains("P205");
    }
    assertThat(team("private/secret.drl")).containsExactly("secret secret 1");
  }

  @Test
  void a_folder_of_rules_that_is_a_link_to_elsewhere_is_not_read() throws IOException {
    write("private/strict.drl", "password: hunter2");
    Files.createSymbolicLink(home.resolve("charts/rules"), home.resolve("private"));
    assertThat(find("strict").problems()).extracting(Problem::code).contains("P205");
  }

  private List<String> team(String path) {
    return new PackFinder(home, loader())
        .addedPacks(home.resolve(path)).get().stream()
            .map(pack -> pack.name() + " " + pack.layer() + " " + pack.files().size())
            .toList();
  }

  private Loaded<List<Pack>> find(String pack) {
    return new PackFinder(home, loader()).find(references(pack), chart);
  }

  private static ClassLoader loader() {
    return ClassLoader.getPlatformClassLoader();
  }

  private static List<PackReference> references(String... packs) {
    return java.util.Arrays.stream(packs)
        .map(name -> new PackReference(SourceText.synthetic(name, "test"), List.of(), Map.of()))
        .toList();
  }

  private Path write(String path, String content) throws IOException {
    Path file = home.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }
}
