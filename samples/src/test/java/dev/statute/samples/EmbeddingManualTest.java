package dev.statute.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compiles and runs the Java of the manuals for programs and of {@code samples/embedding}. The
 * blocks under one heading of a page are one program, with assertions on; each has the imports of
 * the types that it names, and no others. A block that begins with the comment {@code # file: NAME}
 * or {@code // file: NAME} becomes that file, and {@code Path.of("NAME")} finds it. Addresses of
 * PostgreSQL become that of a server of this test.
 */
class EmbeddingManualTest {
  private static final Path ROOT =
      Path.of(System.getProperty("statute.root", "..")).toAbsolutePath();
  private static final Pattern PIECE =
      Pattern.compile("(?ms)^(?:## (?<title>[^\\n]+)|```(?<kind>\\w+)\\n(?<body>.*?)^```$)");
  private static final Pattern NAMED = Pattern.compile("(?:#|//) file: (\\S+)\n");
  private static final Pattern IMPORT = Pattern.compile("(?m)^import (?:\\w+\\.)+(\\w+);\n");
  private static final Pattern ADDRESS = Pattern.compile("\"jdbc:postgresql:[^\"]+\"");
  private static final Pattern NO_CODE =
      Pattern.compile("\"(?:\\\\.|[^\"\\\\])*\"|//[^\\n]*|(?m:^import [^\\n]*)");
  private static final List<String> INTEGRATIONS =
      List.of("engine/langchain4j/README.md", "engine/spring-ai/README.md");
  private static final String FIRST = "engine/README.md: First program";
  private static EmbeddedPostgres server;

  @TempDir private Path folder;

  /** Program of a page: its blocks in their order. */
  private record Program(String title, Path folder, List<String> blocks) {
    /** Returns a class with the imports and the statements of all blocks. */
    String source(String name, String address) {
      Set<String> imports = new TreeSet<>();
      StringBuilder body = new StringBuilder();
      for (String block : blocks) {
        IMPORT.matcher(block).results().forEach(each -> imports.add(each.group()));
        body.append(IMPORT.matcher(block).replaceAll(""));
      }
      String statements =
          ADDRESS
              .matcher(body)
              .replaceAll(Matcher.quoteReplacement('"' + address + '"'))
              .replace("Path.of(\"", "Path.of(\"" + folder + "/");
      return String.join("", imports)
          + "class "
          + name
          + " {\n  public static void main(String[] arguments) throws Exception {\n"
          + statements
          + "  }\n}\n";
    }
  }

  @BeforeAll
  static void startServer() throws IOException {
    server = EmbeddedPostgres.start();
  }

  @AfterAll
  static void stopServer() throws IOException {
    server.close();
  }

  @TestFactory
  Stream<DynamicTest> every_program_of_the_manuals_runs() throws Exception {
    List<Program> programs = programs();
    assertThat(programs).hasSizeGreaterThan(20);
    Map<String, Path> files = new LinkedHashMap<>();
    for (Program program : programs) {
      String name = "Program" + (files.size() + 1);
      String text = program.source(name, server.getJdbcUrl("postgres", "postgres"));
      files.put(program.title, Files.writeString(folder.resolve(name + ".java"), text));
    }
    compile(List.copyOf(files.values()));
    return files.entrySet().stream()
        .map(file -> DynamicTest.dynamicTest(file.getKey(), () -> run(name(file.getValue()))));
  }

  @Test
  void every_block_imports_the_types_that_it_names_and_no_others() throws IOException {
    for (Program program : programs()) {
      Set<String> known = new TreeSet<>();
      program.blocks.forEach(block -> known.addAll(imported(block)));
      for (String block : program.blocks) {
        String code = NO_CODE.matcher(block).replaceAll("");
        Set<String> named = new TreeSet<>(known);
        named.removeIf(type -> !Pattern.compile("(?<![\\w.])" + type + "\\b").matcher(code).find());
        assertThat(imported(block)).as(program.title + "\n" + block).isEqualTo(named);
      }
    }
  }

  /** Returns the simple names of the types that a block imports. */
  private static Set<String> imported(String block) {
    Set<String> types = new TreeSet<>();
    IMPORT.matcher(block).results().forEach(each -> types.add(each.group(1)));
    return types;
  }

  @Test
  void the_first_program_with_rules_and_a_store_has_at_most_12_lines() throws IOException {
    Program first =
        programs().stream().filter(each -> each.title.equals(FIRST)).findFirst().orElseThrow();
    assertThat(first.blocks).hasSize(1);
    assertThat(first.blocks.get(0)).contains("Statute.load", "store(");
    assertThat(first.blocks.get(0).lines().filter(line -> !line.isBlank()).count())
        .isLessThanOrEqualTo(12);
  }

  @Test
  void the_embedding_sample_runs() throws Throwable {
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

  /** Returns the programs of all pages, and writes the files that they read. */
  private List<Program> programs() throws IOException {
    List<String> pages = new ArrayList<>(INTEGRATIONS);
    try (Stream<Path> files = Files.list(ROOT.resolve("engine"))) {
      files
          .map(file -> ROOT.relativize(file).toString())
          .filter(file -> file.endsWith(".md"))
          .sorted()
          .forEach(pages::add);
    }
    Map<String, Program> programs = new LinkedHashMap<>();
    for (String page : pages) {
      addPrograms(page, programs);
    }
    return List.copyOf(programs.values());
  }

  private void addPrograms(String page, Map<String, Program> programs) throws IOException {
    Path place = Files.createDirectories(folder.resolve(page.replaceAll("\\W", "-")));
    Matcher piece = PIECE.matcher(Files.readString(ROOT.resolve(page)));
    Matcher named = NAMED.matcher("");
    String title = page;
    while (piece.find()) {
      String body = piece.group("body");
      if (body == null) {
        title = page + ": " + piece.group("title");
      } else if (named.reset(body).lookingAt()) {
        Path file = place.resolve(named.group(1));
        Files.createDirectories(file.getParent());
        Files.writeString(file, body);
      } else if (piece.group("kind").equals("java")) {
        programs
            .computeIfAbsent(title, each -> new Program(each, place, new ArrayList<>()))
            .blocks
            .add(body);
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

  private void run(String program) throws Throwable {
    URL[] urls = {folder.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(urls, getClass().getClassLoader())) {
      loader.setDefaultAssertionStatus(true);
      var main = loader.loadClass(program).getDeclaredMethod("main", String[].class);
      main.setAccessible(true);
      main.invoke(null, (Object) new String[] {ROOT.toString()});
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
