package dev.statute.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compiles and runs the Java of the manuals for programs and of {@code samples/embedding}. The
 * blocks under one heading of the manual are one program, with assertions on; a block with imports
 * is a program of its own, which compiles with these imports alone. A block that begins with the
 * comment {@code # file: NAME} or {@code // file: NAME} becomes that file, and {@code
 * Path.of("NAME")} finds it.
 */
class EmbeddingManualTest {
  private static final Path ROOT =
      Path.of(System.getProperty("statute.root", "..")).toAbsolutePath();
  private static final Pattern PIECE =
      Pattern.compile("(?ms)^(?:## (?<title>[^\\n]+)|```(?<kind>\\w+)\\n(?<body>.*?)^```$)");
  private static final Pattern NAMED = Pattern.compile("(?:#|//) file: (\\S+)\n");
  private static final String IMPORTS =
      Stream.of(
              "dev.statute.chart.ChartDefinition",
              "dev.statute.chart.ChartVocabulary",
              "dev.statute.drools.DroolsPolicies",
              "dev.statute.jdbc.JdbcStore",
              "dev.statute.json.*",
              "dev.statute.policy.spi.Pack",
              "dev.statute.policy.spi.Policy",
              "dev.statute.problem.*",
              "dev.statute.runtime.*",
              "dev.statute.step.*",
              "dev.statute.store.*",
              "dev.statute.*",
              "dev.statute.turns.*",
              "dev.statute.turns.store.*",
              "dev.statute.yaml.*",
              "java.nio.file.*",
              "java.time.*",
              "java.util.*",
              "java.util.concurrent.*")
          .map(name -> "import " + name + ";\n")
          .reduce("", String::concat);

  private static final List<String> PAGES =
      List.of("engine/README.md", "engine/langchain4j/README.md", "engine/spring-ai/README.md");

  @TempDir private Path folder;

  @TestFactory
  Stream<DynamicTest> every_program_of_the_manual_runs() throws Exception {
    Map<String, String> programs = programs();
    assertThat(programs).hasSizeGreaterThan(8);
    Map<String, Path> files = new LinkedHashMap<>();
    int number = 0;
    for (Map.Entry<String, String> program : programs.entrySet()) {
      String name = "Program" + ++number;
      String text = source(name, program.getValue());
      files.put(program.getKey(), Files.writeString(folder.resolve(name + ".java"), text));
    }
    compile(List.copyOf(files.values()));
    return files.entrySet().stream()
        .map(file -> DynamicTest.dynamicTest(file.getKey(), () -> run(name(file.getValue()))));
  }

  /** Adds default imports to a program without its own imports. */
  private static String source(String name, String program) {
    String imports =
        program
            .lines()
            .filter(line -> line.startsWith("import "))
            .map(line -> line + "\n")
            .reduce("", String::concat);
    String body =
        program
            .lines()
            .filter(line -> !line.startsWith("import "))
            .map(line -> line + "\n")
            .reduce("", String::concat);
    return (imports.isEmpty() ? IMPORTS : imports)
        + "class "
        + name
        + " {\n  public static void main(String[] arguments) throws Exception {\n"
        + body
        + "  }\n}\n";
  }

  @Test
  void the_first_program_with_rules_and_a_store_has_at_most_12_lines() throws IOException {
    String first = programs().values().iterator().next();
    assertThat(first).startsWith("import ").contains("Statute.load", "store(");
    assertThat(first.lines().count()).as(first).isLessThanOrEqualTo(12);
  }

  @Test
  void the_embedding_sample_runs() throws Exception {
    List<Path> sources;
    try (Stream<Path> all = Files.walk(ROOT.resolve("samples/embedding"))) {
      sources = all.filter(file -> file.toString().endsWith(".java")).toList();
    }
    compile(sources);
    for (Path source : sources) {
      run(name(source));
    }
    assertThat(sources).isNotEmpty();
  }

  private static String name(Path source) {
    return source.getFileName().toString().replace(".java", "");
  }

  /** Java programs by heading, with the folder of the page's files inserted. */
  private Map<String, String> programs() throws IOException {
    Map<String, String> programs = new LinkedHashMap<>();
    for (String page : PAGES) {
      int before = programs.size();
      addPrograms(page, programs);
      assertThat(programs).as(page).hasSizeGreaterThan(before);
    }
    return programs;
  }

  private void addPrograms(String page, Map<String, String> programs) throws IOException {
    Matcher piece = PIECE.matcher(Files.readString(ROOT.resolve(page)));
    Matcher named = NAMED.matcher("");
    String title = "";
    while (piece.find()) {
      String body = piece.group("body");
      if (body == null) {
        title = piece.group("title");
      } else if (named.reset(body).lookingAt()) {
        Files.writeString(folder.resolve(named.group(1)), body);
      } else if (piece.group("kind").equals("java")) {
        String here = body.replace("Path.of(\"", "Path.of(\"" + folder + "/");
        boolean isComplete = here.startsWith("import ");
        programs.merge(isComplete ? title + ", complete" : title, here, String::concat);
      }
    }
  }

  private void compile(List<Path> sources) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options = new ArrayList<>();
      options.addAll(List.of("-d", folder.toString(), "--release", "17", "-proc:none"));
      options.addAll(List.of("-cp", System.getProperty("java.class.path")));
      boolean good =
          compiler
              .getTask(said, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
              .call();
      assertThat(good).as(said.toString()).isTrue();
    }
  }

  private void run(String program) throws Exception {
    URL[] urls = {folder.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(urls, getClass().getClassLoader())) {
      loader.setDefaultAssertionStatus(true);
      var main = loader.loadClass(program).getDeclaredMethod("main", String[].class);
      main.setAccessible(true);
      main.invoke(null, (Object) new String[] {ROOT.toString()});
    }
  }
}
