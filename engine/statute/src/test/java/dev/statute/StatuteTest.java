package dev.statute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.runtime.Engine;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.store.MemoryStore;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatuteTest {
  static final String LAMP =
      """
      chart: lamp
      policies: [lamp]
      states:
        off: { on: { press: on } }
        on: { on: { press: off } }
      """;

  static final String BELL =
      """
      chart: bell
      states:
        quiet: { on: { ring: loud } }
        loud: { on: { hush: quiet } }
      """;

  @TempDir private Path folder;

  private Path write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  static String rule(String pack, String verdict) {
    return """
    package %s
    import dev.statute.policy.*
    rule "%s" when $t : Transition( event == "press" )
    then insert( %s ); end
    """
        .formatted(pack, pack, verdict);
  }

  @Test
  void charts_of_a_folder_run_with_their_rules_on_a_store() throws IOException {
    write("charts/lamp.yaml", LAMP);
    write("charts/lamp.drl", rule("lamp", "new Deny($t, \"no power\")"));
    write("charts/bell.yaml", BELL);
    write("charts/bell.test.yaml", "chart: bell.yaml\ntests: []\n");
    write("charts/other.yaml", "colour: red\n");
    write("charts/target/lamp.yaml", "chart: [");
    try (Statute statute = Statute.load(folder.resolve("charts"));
        Engine engine = statute.engine().store(new MemoryStore()).sameThread().build()) {
      engine.spawn("l", "lamp").join();
      Outcome outcome = engine.instance("l").ask("press");
      assertThat(outcome.kind()).isEqualTo("denied");
      assertThat(outcome.message()).isEqualTo("no power");
      assertThat(statute.charts())
          .extracting(each -> each.chart().name())
          .containsExactly("bell", "lamp");
      assertThat(statute.warnings()).isEmpty();
    }
  }

  @Test
  void all_problems_of_all_files_are_reported_together() throws IOException {
    Path one = write("one.yaml", "chart: one\npolicies: [missing]\nstates: { a: {} }\n");
    Path two = write("two.yaml", "chart: two\nstates: { a: { on: { go: nowhere } } }\n");
    Path three = write("three.yaml", LAMP.replace("chart: lamp", "chart: three"));
    write("lamp.drl", "package lamp\nrule \"x\" when Transitoin() then end\n");
    Loaded<Statute> loaded = Statute.tryLoad(one, two, three, folder.resolve("none.yaml"));
    assertThat(loaded.value()).isNull();
    assertThat(loaded.problems())
        .filteredOn(Problem::isError)
        .extracting(problem -> problem.place().file() + " " + problem.code())
        .contains(
            one + " P201",
            two + " C201",
            folder.resolve("lamp.drl") + " R110",
            folder.resolve("none.yaml") + " C100");
    assertThatThrownBy(() -> Statute.load(one, two))
        .isInstanceOfSatisfying(
            StatuteException.class,
            e -> assertThat(e.problems()).extracting(Problem::code).contains("P201", "C201"))
        .hasMessageContaining(one + ":2:12: error P201: there is no rule pack 'missing'")
        .hasMessageContaining("fix: ")
        .hasMessageContaining(two + ":2:");
  }

  @Test
  void a_folder_without_charts_is_an_error() {
    assertThat(Statute.tryLoad(folder).problems())
        .extracting(Problem::code)
        .containsExactly("C100");
  }

  private static List<String> names(Statute statute) {
    return statute.charts().stream().map(each -> each.chart().name()).toList();
  }

  @Test
  void a_folder_that_is_a_link_has_the_charts_of_its_target() throws IOException {
    write("releases/1/bell.yaml", BELL);
    Path current = Files.createSymbolicLink(folder.resolve("current"), Path.of("releases/1"));
    try (Statute statute = Statute.load(current)) {
      assertThat(names(statute)).containsExactly("bell");
      write("releases/1/bell.yaml", BELL.replace("chart: bell", "chart: horn"));
      assertThat(statute.reload().changed()).containsExactly("horn");
    }
  }

  /** Kubernetes mounts files as links by way of a folder that is a link. */
  @Test
  void charts_of_a_mounted_config_map_are_loaded_and_reloaded() throws IOException {
    write("charts/..2026_01/bell.yaml", BELL);
    write("charts/..2026_02/bell.yaml", BELL.replace("chart: bell", "chart: horn"));
    Path charts = folder.resolve("charts");
    Path data = Files.createSymbolicLink(charts.resolve("..data"), Path.of("..2026_01"));
    Files.createSymbolicLink(charts.resolve("bell.yaml"), Path.of("..data/bell.yaml"));
    try (Statute statute = Statute.load(charts)) {
      assertThat(names(statute)).containsExactly("bell");
      statute.reload();
      Files.delete(data);
      Files.createSymbolicLink(data, Path.of("..2026_02"));
      assertThat(Objects.requireNonNull(statute.reloadIfChanged()).changed())
          .containsExactly("horn");
    }
  }

  @Test
  void folders_of_a_mounted_config_map_are_searched_once() throws IOException {
    write("charts/..2026_01/more/bell.yaml", BELL);
    write("charts/..2026_01/more/.old/horn.yaml", BELL.replace("bell", "horn"));
    Path charts = folder.resolve("charts");
    Files.createSymbolicLink(charts.resolve("..data"), Path.of("..2026_01"));
    Files.createSymbolicLink(charts.resolve("more"), Path.of("..data/more"));
    Files.createSymbolicLink(charts.resolve("same"), Path.of("..data/more"));
    Files.createSymbolicLink(charts.resolve("..2026_01/more/up"), Path.of(".."));
    Files.createSymbolicLink(charts.resolve("outside"), Path.of(".."));
    ProblemCollector problems = new ProblemCollector();
    assertThat(ChartFolder.find(charts, problems))
        .containsExactly(charts.resolve("more/bell.yaml"));
    assertThat(problems.hasErrors()).isFalse();
  }

  @Test
  void a_link_to_a_chart_elsewhere_is_reported_and_one_to_a_neighbour_is_that_chart()
      throws IOException {
    write("private/horn.yaml", BELL.replace("bell", "horn"));
    write("charts/bell.yaml", BELL);
    write("private/notes.yaml", "colour: red\n");
    Path charts = folder.resolve("charts");
    Files.createSymbolicLink(charts.resolve("again.yaml"), Path.of("bell.yaml"));
    Files.createSymbolicLink(charts.resolve("gone.yaml"), Path.of("nowhere.yaml"));
    Files.createSymbolicLink(charts.resolve("notes.yaml"), Path.of("../private/notes.yaml"));
    try (Statute statute = Statute.load(charts)) {
      assertThat(names(statute)).containsExactly("bell");
    }
    Path link = Files.createSymbolicLink(charts.resolve("z.yaml"), Path.of("../private/horn.yaml"));
    assertThat(Statute.tryLoad(charts).problems())
        .extracting(problem -> problem.place().file() + " " + problem.code())
        .containsExactly(link + " C100");
  }

  @Test
  void two_charts_of_one_name_and_version_are_an_error() throws IOException {
    write("a.yaml", "chart: a\nstates: { x: {} }\n");
    Path other = write("b.yaml", "chart: a\nstates: { y: {} }\n");
    assertThat(Statute.tryLoad(folder).problems())
        .filteredOn(Problem::isError)
        .extracting(problem -> problem.code() + " " + problem.place())
        .containsExactly("A203 " + other + ":1:8");
    write("b.yaml", "chart: a\nversion: 2\nstates: { y: {} }\n");
    try (Statute statute = Statute.load(folder)) {
      assertThat(statute.chart("a").chart().version()).isEqualTo(2);
      assertThatThrownBy(() -> statute.chart("aa"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("did you mean 'a'?");
    }
  }

  @Test
  void added_rules_outvote_those_of_the_chart_and_a_deny_outvotes_a_permit() throws IOException {
    Path chart = write("lamp.yaml", LAMP);
    write("lamp.drl", rule("lamp", "new Deny($t, \"chart\")"));
    Path company = write("company/company.drl", rule("company", "new Permit($t, \"company\")"));
    Path team = write("team/team.drl", rule("team", "new Deny($t, \"team\")"));
    ChartLoader loader = Statute.loader();
    assertThat(reasons(loader, chart)).containsExactly("chart");
    assertThat(reasons(loader.rules(company), chart)).containsExactly("company");
    assertThat(reasons(loader.rules(company).rules(team), chart)).containsExactly("team");
    assertThat(reasons(loader.rules(team).onlyRules(), chart)).containsExactly("team");
  }

  private static List<String> reasons(ChartLoader loader, Path chart) {
    try (Statute statute = loader.load(chart);
        Engine engine = statute.engine().sameThread().build()) {
      engine.spawn("l", "lamp").join();
      return engine.instance("l").ask("press").trace().verdicts().stream()
          .filter(verdict -> verdict.decisive())
          .map(verdict -> verdict.ruling().verdict().reason())
          .toList();
    }
  }

  @Test
  void a_profile_and_settings_override_those_of_the_chart() throws IOException {
    Path chart =
        write(
            "charts/c.yaml",
            "chart: c\nsettings: { most: 1 }\nstates: { a: { on: { go: { to: a, when: settings.most"
                + " > 2 } } } }\n");
    write("rules/profiles/busy.yaml", "most: 2\n");
    assertThat(most(Statute.loader(), chart)).isEqualTo(1);
    assertThat(most(Statute.loader().profile("busy"), chart)).isEqualTo(2);
    assertThat(most(Statute.loader().profile("busy").setting("most", "3"), chart)).isEqualTo(3);
    assertThat(Statute.loader().profile("none").tryLoad(chart).problems())
        .extracting(Problem::code)
        .contains("P204");
  }

  private static double most(ChartLoader loader, Path chart) {
    try (Statute statute = loader.load(chart)) {
      return statute.chart("c").chart().settings().num("most");
    }
  }

  @Test
  void charts_of_the_class_path_are_loaded_from_folders_and_jars() throws Exception {
    denied("statute-test");
    denied("statute-test/door.yaml");
    Path jar = folder.resolve("charts.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out)) {
      entries.putNextEntry(new JarEntry("packed/"));
      for (String name : List.of("door.yaml", "door.drl")) {
        entries.putNextEntry(new JarEntry("packed/" + name));
        Path file = Path.of("src/test/resources/statute-test", name);
        entries.write(Files.readString(file).getBytes(StandardCharsets.UTF_8));
      }
      entries.putNextEntry(new JarEntry("packed/gate.yaml"));
      entries.write("chart: gate\nextends: door.yaml\n".getBytes(StandardCharsets.UTF_8));
    }
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, before)) {
      thread.setContextClassLoader(loader);
      denied("packed");
      try (Statute statute = Statute.fromClassPath("packed")) {
        assertThat(statute.chart("gate").chart().states()).contains("shut", "open");
      }
    } finally {
      thread.setContextClassLoader(before);
    }
    assertThatThrownBy(() -> Statute.fromClassPath("no-such-folder"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no-such-folder");
  }

  private static void denied(String name) {
    try (Statute statute = Statute.fromClassPath(name);
        Engine engine = statute.engine().sameThread().build()) {
      engine.spawn("d", "door", Map.of()).join();
      assertThat(engine.instance("d").ask("push").message()).isEqualTo("locked");
    }
  }

  @Test
  void a_folder_in_a_jar_without_an_entry_for_it_is_found_by_its_files() throws Exception {
    for (boolean hasManifest : new boolean[] {true, false}) {
      Path jar = folder.resolve(hasManifest + ".jar");
      String top = "files-" + hasManifest;
      try (OutputStream out = Files.newOutputStream(jar);
          JarOutputStream entries =
              hasManifest ? new JarOutputStream(out, manifest()) : new JarOutputStream(out)) {
        for (String name : List.of("door.yaml", "door.drl")) {
          entries.putNextEntry(new JarEntry(top + "/deep/" + name));
          Path file = Path.of("src/test/resources/statute-test", name);
          entries.write(Files.readString(file).getBytes(StandardCharsets.UTF_8));
        }
      }
      Thread thread = Thread.currentThread();
      ClassLoader before = thread.getContextClassLoader();
      try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, before)) {
        thread.setContextClassLoader(loader);
        denied(top + "/deep/door.yaml");
        if (hasManifest) {
          denied(top);
          denied(top + "/deep");
        } else {
          assertThatThrownBy(() -> denied(top))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("name a folder or a chart file in it (a file, if its jar");
        }
      } finally {
        thread.setContextClassLoader(before);
      }
    }
  }

  private static Manifest manifest() {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    return manifest;
  }

  @Test
  void drools_is_not_loaded_for_charts_without_rules() throws Exception {
    Path chart = write("plain.yaml", "chart: plain\nstates: { a: { on: { go: a } } }\n");
    Path log = folder.resolve("classes.log");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:class+load:file=" + log + "::filecount=0",
                "-cp",
                System.getProperty("java.class.path"),
                PlainProgram.class.getName(),
                chart.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("out").toFile())
            .start();
    assertThat(process.waitFor()).as(Files.readString(folder.resolve("out"))).isZero();
    assertThat(Files.readAllLines(log))
        .anyMatch(line -> line.contains("dev.statute.Statute"))
        .noneMatch(line -> line.matches(".*\\b(org\\.(drools|kie|mvel2|antlr)\\.).*"));
  }

  /** Program with a chart that names no rules. */
  static final class PlainProgram {
    private PlainProgram() {}

    public static void main(String[] arguments) {
      try (Statute statute = Statute.load(Path.of(arguments[0]));
          Engine engine = statute.engine().build()) {
        engine.spawn("p", "plain").join();
        Interpreter chart = statute.chart("plain");
        Outcome outcome = engine.instance("p").ask("go");
        if (!outcome.kind().equals("taken")) {
          throw new IllegalStateException(chart + ": " + outcome);
        }
      }
    }
  }
}
