package dev.statute.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Script {@code statute} in a built checkout with spaces in its path: it starts the command line of
 * this test's own class path.
 */
class LauncherTest {
  private static final Path REPOSITORY = Path.of("../..").toAbsolutePath().normalize();
  private static final String JAVA_HOME = System.getProperty("java.home");
  private static final List<String> TOOLS =
      List.of("bash", "find", "cat", "sed", "head", "mkdir", "readlink", "rm", "ln", "mv", "cksum");

  @TempDir private Path folder;
  private Path checkout = Path.of("");
  private Path launcher = Path.of("");

  private record Ended(int code, String out, String err) {}

  private static final String ARCHIVE_NOTICES =
      "statute: (preparing fast starts|no class archive).*\n";

  private static final Ended GOOD = new Ended(0, "", "1 file: nothing wrong\n");

  /** A program in the place of java that prints its arguments, one per line. */
  private static final String PRINTER =
      "case $1 in -version) echo 'openjdk version \"17.0.1\"' >&2 ;; *) printf '%s\\n"
          + "' \"$@\" ;; esac";

  @BeforeEach
  void checkout() throws IOException {
    checkout = Files.createDirectories(folder.resolve("a check out"));
    Path target = Files.createDirectories(checkout.resolve("engine/cli/target"));
    launcher = Files.copy(REPOSITORY.resolve("statute"), checkout.resolve("statute"));
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
    Files.writeString(checkout.resolve("pom.xml"), "");
    Files.writeString(
        checkout.resolve("good chart.yaml"),
        "chart: c\nstates: { a: { on: { go: b } }, b: { final: true } }");
    Files.writeString(checkout.resolve("bad chart.yaml"), "chart: c\nstates: { a: { on: [ } }");
    for (String shipped : List.of("rules", "charts")) {
      Files.createDirectories(checkout.resolve(shipped));
    }
    writeJar(target.resolve("statute-cli-test.jar"));
    Files.writeString(
        target.resolve("classpath"), target.resolve("statute-cli-test.jar").toString());
    script(checkout.resolve("engine/cli/src/main/scripts/archive"), "echo no archive; exit 1");
    Files.writeString(target.resolve("ready"), "");
    Instant later = Instant.now().plus(Duration.ofDays(1));
    Files.setLastModifiedTime(target.resolve("ready"), FileTime.from(later));
  }

  /** Writes a jar that leads to the class path of this test. */
  private static void writeJar(Path jar) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .put(
            Attributes.Name.CLASS_PATH,
            Stream.of(System.getProperty("java.class.path").split(":"))
                .map(entry -> Path.of(entry).toUri().toString())
                .collect(Collectors.joining(" ")));
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
  }

  private static Ended run(Path in, Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(in.toFile());
    builder.environment().remove("JAVA_HOME");
    builder.environment().putAll(environment);
    Path err = Files.createTempFile("launcher", ".err");
    Process process = builder.redirectError(err.toFile()).start();
    process.getOutputStream().close();
    try (InputStream out = process.getInputStream()) {
      String output = new String(out.readAllBytes(), StandardCharsets.UTF_8);
      return new Ended(
          process.waitFor(), output, Files.readString(err).replaceAll(ARCHIVE_NOTICES, ""));
    } finally {
      Files.delete(err);
    }
  }

  private static Map<String, String> home() {
    return Map.of("JAVA_HOME", JAVA_HOME);
  }

  /** Folder for the PATH with the tools of the script, without java. */
  private Path tools() throws IOException {
    Path bin = Files.createDirectories(folder.resolve("some tools"));
    for (String tool : TOOLS) {
      Path found =
          Stream.of(System.getenv("PATH").split(":"))
              .map(each -> Path.of(each, tool))
              .filter(Files::isExecutable)
              .findFirst()
              .orElseThrow();
      handOn(bin.resolve(tool), found);
    }
    return bin;
  }

  private static void handOn(Path file, Path to) throws IOException {
    Files.writeString(file, "#!/bin/sh\nexec '" + to + "' \"$@\"\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private static void script(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/usr/bin/env bash\n" + text + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  @Test
  void it_runs_from_any_folder_with_spaces_in_every_path() throws Exception {
    Ended ended = run(checkout, home(), "./statute", "validate", "good chart.yaml");
    assertThat(ended).isEqualTo(GOOD);
    Path elsewhere = Files.createDirectories(folder.resolve("else where"));
    Ended other =
        run(elsewhere, home(), launcher.toString(), "validate", "../a check out/good chart.yaml");
    assertThat(other).isEqualTo(ended);
  }

  @Test
  void it_is_found_through_a_chain_of_links() throws Exception {
    Path bin = Files.createDirectories(folder.resolve("my bin"));
    Path first = Files.createSymbolicLink(bin.resolve("first"), Path.of("../a check out/statute"));
    Path second = Files.createSymbolicLink(folder.resolve("second"), first);
    Ended ended = run(checkout, home(), second.toString(), "validate", "good chart.yaml");
    assertThat(ended).isEqualTo(GOOD);
  }

  @Test
  void it_is_found_on_the_path_and_finds_java_there() throws Exception {
    Path bin = tools();
    handOn(bin.resolve("java"), Path.of(JAVA_HOME, "bin", "java"));
    Files.createSymbolicLink(bin.resolve("statute"), launcher);
    Map<String, String> path = Map.of("PATH", bin.toString());
    Ended ended = run(checkout, path, "bash", "-c", "statute validate 'good chart.yaml'");
    assertThat(ended).isEqualTo(GOOD);
  }

  @Test
  void exit_codes_are_passed_on() throws Exception {
    assertThat(run(checkout, home(), "./statute", "validate", "bad chart.yaml").code()).isOne();
    assertThat(run(checkout, home(), "./statute", "no-such-command").code()).isEqualTo(2);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void names_that_are_not_ascii_are_found_in_the_plain_locale() throws Exception {
    String command =
        "name=$(printf 'gut \\303\\274.yaml'); cp 'good chart.yaml' \"$name\""
            + " && ./statute validate \"$name\"";
    for (Map<String, String> locale :
        List.of(Map.of("LC_ALL", "C"), Map.of("LC_ALL", "", "LC_CTYPE", "", "LANG", ""))) {
      Map<String, String> environment = new HashMap<>(locale);
      environment.putAll(home());
      assertThat(run(checkout, environment, "bash", "-c", command)).isEqualTo(GOOD);
    }
  }

  @Test
  void a_closed_standard_input_is_empty() throws Exception {
    String command = "./statute run 'good chart.yaml' --events - <&-";
    Ended ended = run(checkout, home(), "bash", "-c", command);
    assertThat(ended.out()).endsWith("started   a\n\nc rests in a\n");
    assertThat(ended.code()).isZero();
  }

  @Test
  void options_for_java_are_handed_on() throws Exception {
    Map<String, String> environment =
        Map.of("JAVA_HOME", JAVA_HOME, "STATUTE_JAVA_OPTS", "-Xmx64m -XshowSettings:vm");
    Ended ended = run(checkout, environment, "./statute", "validate", "good chart.yaml");
    assertThat(ended.code()).isZero();
    assertThat(ended.err()).contains("64.00M");
  }

  @Test
  void without_java_it_says_what_is_missing() throws Exception {
    Ended ended = run(checkout, Map.of("PATH", tools().toString()), "./statute", "validate", "x");
    assertThat(ended)
        .isEqualTo(
            new Ended(
                3,
                "",
                "statute: JDK 17 or newer is needed; there is no java that runs at 'java'\n"));
    Ended wrong = run(checkout, Map.of("JAVA_HOME", "/no/where"), "./statute", "validate", "x");
    assertThat(wrong.code()).isEqualTo(3);
    assertThat(wrong.err())
        .isEqualTo(
            "statute: JDK 17 or newer is needed; there is no java that runs at"
                + " '/no/where/bin/java'\n");
  }

  @Test
  void an_old_java_is_named() throws Exception {
    Path old = folder.resolve("old one");
    script(old.resolve("bin/java"), "echo 'java version \"1.8.0_392\"' >&2");
    Ended eight = run(checkout, Map.of("JAVA_HOME", old.toString()), "./statute", "validate", "x");
    assertThat(eight)
        .isEqualTo(
            new Ended(
                3,
                "",
                "statute: JDK 17 or newer is needed, and '"
                    + old
                    + "/bin/java' is Java 8; set JAVA_HOME\n"));
    script(old.resolve("bin/java"), "echo 'openjdk version \"11.0.2\" 2019-01-15' >&2");
    assertThat(
            run(checkout, Map.of("JAVA_HOME", old.toString()), "./statute", "validate", "x").err())
        .contains("is Java 11;");
  }

  /** Returns the arguments that the launcher of a checkout gives to java. */
  private List<String> started(Path root, String... command) throws Exception {
    Path java = folder.resolve("printing java");
    script(java.resolve("bin/java"), PRINTER);
    List<String> words = new ArrayList<>(List.of(root.resolve("statute").toString()));
    words.addAll(List.of(command));
    Map<String, String> environment = Map.of("JAVA_HOME", java.toString());
    Ended ended = run(folder, environment, words.toArray(String[]::new));
    assertThat(ended.code()).as(ended.err()).isZero();
    return ended.out().lines().toList();
  }

  private static String classPath(List<String> started) {
    return started.get(started.indexOf("-cp") + 1);
  }

  private void copy(Path to, String... how) throws Exception {
    List<String> words = new ArrayList<>(List.of(how));
    words.addAll(List.of(checkout.toString(), to.toString()));
    assertThat(run(folder, Map.of(), words.toArray(String[]::new)).code()).isZero();
  }

  private void assertOwn(Path root) throws Exception {
    String made = root.toRealPath() + "/engine/cli/target/";
    assertThat(classPath(started(root, "help")))
        .isEqualTo(made + "statute-cli-test.jar:" + made + "home");
    for (String shipped : List.of("rules", "charts")) {
      assertThat(Path.of(made, "home/statute", shipped).toRealPath())
          .isEqualTo(root.toRealPath().resolve(shipped));
    }
  }

  @Test
  void a_copied_or_moved_checkout_runs_its_own_files() throws Exception {
    assertOwn(checkout);
    Path copy = folder.resolve("a copy & its $ign");
    copy(copy, "cp", "-a");
    assertOwn(copy);
    Path whole = folder.resolve("without links");
    copy(whole, "cp", "-aL");
    assertOwn(whole);
    Path moved = folder.resolve("moved");
    copy(moved, "mv");
    assertOwn(moved);
    Path link = Files.createSymbolicLink(folder.resolve("link"), moved);
    assertOwn(link);
    Path old = moved.resolve("engine/cli/target/home/statute/rules");
    Files.delete(old);
    Files.createSymbolicLink(old, copy.resolve("rules"));
    assertOwn(moved);
    assertThat(copy.resolve("rules")).isEmptyDirectory();
  }

  @Test
  void a_class_archive_belongs_to_one_place_and_one_java() throws Exception {
    script(
        checkout.resolve("engine/cli/src/main/scripts/archive"),
        "echo \"$1 $3\" >\"$4\"; printf . >>\"$2s\"");
    String option = archiveOption(checkout);
    assertThat(archiveOption(checkout)).isEqualTo(option);
    Path copy = folder.resolve("copy");
    copy(copy, "cp", "-a");
    assertThat(Path.of(archiveOption(copy))).startsWith(copy).content().contains(copy + "/engine");
    assertThat(checkout.resolve("engine/cli/target/trainings")).hasContent(".");
  }

  private String archiveOption(Path root) throws Exception {
    String option = "-XX:SharedArchiveFile=";
    return started(root, "help").stream()
        .filter(each -> each.startsWith(option))
        .findFirst()
        .orElseThrow()
        .substring(option.length());
  }

  @Test
  void a_colon_in_the_path_is_refused() throws Exception {
    Path colon = folder.resolve("a:b");
    copy(colon, "cp", "-a");
    Ended ended = run(folder, home(), colon.resolve("statute").toString(), "help");
    assertThat(ended.code()).isEqualTo(3);
    assertThat(ended.err())
        .startsWith("statute: the path of this checkout has a colon,")
        .hasLineCount(1);
  }

  @Test
  void only_commands_that_run_for_long_have_the_full_compiler() throws Exception {
    String first = "-XX:TieredStopAtLevel=1";
    for (String command :
        List.of("serve", "worker c.yaml", "follow log", "watch .", "guard exec -- agent")) {
      assertThat(started(checkout, command.split(" "))).as(command).doesNotContain(first);
    }
    for (String command :
        List.of("help", "validate serve", "scan c.yaml x", "guard install codex")) {
      assertThat(started(checkout, command.split(" "))).as(command).contains(first);
    }
  }
}
