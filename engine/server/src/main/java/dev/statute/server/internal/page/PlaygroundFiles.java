package dev.statute.server.internal.page;

import dev.statute.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Files of a request in the playground's folder. A blank rules or test file does not exist.
 *
 * @param lines input lines of the simulation
 */
record PlaygroundFiles(Path chart, Path rules, Path test, List<?> lines) {
  static final String CHART = "chart.yaml";
  static final String RULES = "rules.drl";
  static final String TEST = "chart.test.yaml";

  /** Writes the files of a request in place of those of the request before. */
  static PlaygroundFiles write(Path folder, Map<String, @Nullable Object> request)
      throws IOException {
    Object lines = request.get("lines");
    return new PlaygroundFiles(
        write(folder.resolve(CHART), request.get("chart")),
        write(folder.resolve(RULES), request.get("rules")),
        write(folder.resolve(TEST), request.get("test")),
        lines instanceof List<?> list ? list : List.of());
  }

  private static Path write(Path file, @Nullable Object text) throws IOException {
    if (text instanceof String content && !content.isBlank()) {
      Files.writeString(file, content);
    } else {
      Files.deleteIfExists(file);
    }
    return file;
  }

  boolean hasChart() {
    return Files.exists(chart);
  }

  boolean hasRules() {
    return Files.exists(rules);
  }

  boolean hasTest() {
    return Files.exists(test);
  }

  /** Converts a problem to JSON; {@code file} is the name of one of the three files, or another. */
  static Map<String, @Nullable Object> json(Problem problem) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    Path file = Path.of(problem.place().file()).getFileName();
    json.put("severity", problem.severity().name().toLowerCase(Locale.ROOT));
    json.put("code", problem.code());
    json.put("file", String.valueOf(file));
    json.put("line", (long) problem.place().line());
    json.put("column", (long) problem.place().column());
    json.put("message", problem.message());
    json.put("fix", problem.fix());
    return json;
  }
}
