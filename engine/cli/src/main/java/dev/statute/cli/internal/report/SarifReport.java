package dev.statute.cli.internal.report;

import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Problems as SARIF 2.1.0, the exchange format of code scanning tools. */
final class SarifReport {
  private SarifReport() {}

  static Map<String, Object> format(List<Problem> problems) {
    List<Map<String, String>> rules =
        new TreeSet<>(problems.stream().map(Problem::code).toList())
            .stream().map(code -> Map.of("id", code)).toList();
    Map<String, Object> driver = new LinkedHashMap<>();
    driver.put("name", "statute");
    driver.put("rules", rules);
    Map<String, Object> run = new LinkedHashMap<>();
    run.put("tool", Map.of("driver", driver));
    run.put("columnKind", "utf16CodeUnits");
    run.put("results", problems.stream().map(SarifReport::result).toList());
    Map<String, Object> log = new LinkedHashMap<>();
    log.put("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    log.put("version", "2.1.0");
    log.put("runs", List.of(run));
    return log;
  }

  private static Map<String, Object> result(Problem problem) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("ruleId", problem.code());
    result.put("level", problem.isError() ? "error" : "warning");
    result.put("message", Map.of("text", ProblemText.message(problem)));
    if (!ProblemText.isOfOption(problem)) {
      result.put(
          "locations", List.of(Map.of("physicalLocation", physicalLocation(problem.place()))));
    }
    return result;
  }

  private static Map<String, Object> physicalLocation(Place place) {
    Map<String, Object> region = new LinkedHashMap<>();
    region.put("startLine", (long) place.line());
    region.put("startColumn", (long) place.column());
    Map<String, Object> physical = new LinkedHashMap<>();
    physical.put("artifactLocation", Map.of("uri", uri(place.file())));
    physical.put("region", region);
    return physical;
  }

  /** Converts a path to a URI reference: forward slashes, escaped, absolute paths with a scheme. */
  private static String uri(String file) {
    String path = file.replace('\\', '/');
    boolean whole = path.startsWith("/") || path.matches("[A-Za-z]:/.*");
    try {
      return whole
          ? new URI("file", "", path.replaceFirst("^/*", "/"), null).toASCIIString()
          : new URI(null, null, path.indexOf(':') < 0 ? path : "./" + path, null).toASCIIString();
    } catch (URISyntaxException e) {
      return path;
    }
  }
}
