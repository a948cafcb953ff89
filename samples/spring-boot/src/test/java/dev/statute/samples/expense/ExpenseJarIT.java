package dev.statute.samples.expense;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The executable jar, run from another folder. Its chart and rules are in nested entries. */
@Timeout(120) // a jar that never starts writes no line to end the wait
@EnabledIfSystemProperty(named = "expenses.jar", matches = ".+") // the build sets it when packaged
class ExpenseJarIT {
  private static final Pattern STARTED = Pattern.compile("Tomcat started on port (\\d+)");

  @TempDir private Path folder;
  private final HttpClient http = HttpClient.newHttpClient();
  private Process application;
  private String address;

  @AfterEach
  void stop() throws InterruptedException {
    if (application != null) {
      application.destroy();
      application.waitFor();
    }
  }

  @Test
  void charts_and_rules_of_the_application_decide() throws Exception {
    start(jar());
    assertThat(send("{\"by\":\"ann\",\"amount\":1000}")).contains("\"outcome\":\"blocked\"");
    assertThat(send("{\"by\":\"ann\",\"amount\":90}")).contains("\"outcome\":\"taken\"");
    assertThat(get("/actuator/statute"))
        .contains("\"name\":\"expense\"", "\"id\":\"c1\"", "\"problems\":[]");
    assertThat(get("/actuator/health")).contains("\"statute\":{", "\"unknownCharts\":[]");
    Files.delete(folder.resolve("expenses.db"));
    assertThat(get("/actuator/health"))
        .contains("\"status\":\"DOWN\"", "the file of the store is gone");
  }

  @Test
  void charts_and_rules_of_a_library_in_the_jar_decide() throws Exception {
    Path application = Files.copy(jar(), folder.resolve("application.jar"));
    Path library = folder.resolve("library.jar");
    // Boot reads stored libraries only
    try (FileSystem target = zip(application, Map.of("compressionMethod", "STORED"))) {
      try (FileSystem packed = zip(library, Map.of("create", "true"))) {
        Files.createDirectory(packed.getPath("library"));
        for (String file : List.of("expense.yaml", "expense.drl")) {
          Files.copy(
              target.getPath("BOOT-INF/classes/statute", file), packed.getPath("library", file));
        }
      }
      Files.copy(library, target.getPath("BOOT-INF/lib/library.jar"));
    }
    start(application, "--statute.charts=classpath:library");
    assertThat(send("{\"by\":\"ann\",\"amount\":1000}")).contains("\"outcome\":\"blocked\"");
    assertThat(send("{\"by\":\"ann\",\"amount\":90}")).contains("\"outcome\":\"taken\"");
  }

  private static Path jar() {
    return Path.of(System.getProperty("expenses.jar"));
  }

  private static FileSystem zip(Path file, Map<String, String> settings) throws IOException {
    return FileSystems.newFileSystem(file, settings);
  }

  private void start(Path jar, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                jar.toString(),
                "--server.port=0"));
    command.addAll(List.of(arguments));
    application =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    address = "http://localhost:" + port(application.inputReader());
  }

  private static String port(BufferedReader output) throws IOException {
    StringBuilder log = new StringBuilder();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      Matcher started = STARTED.matcher(line);
      if (started.find()) {
        return started.group(1);
      }
      log.append(line).append('\n');
    }
    throw new AssertionError("the application ended before it listened:\n" + log);
  }

  private String send(String data) throws Exception {
    return answer(
        request("/expenses/c1/approve")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(data))
            .build());
  }

  private String get(String path) throws Exception {
    return answer(request(path).build());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(address + path));
  }

  private String answer(HttpRequest request) throws Exception {
    return http.send(request, BodyHandlers.ofString()).body();
  }
}
