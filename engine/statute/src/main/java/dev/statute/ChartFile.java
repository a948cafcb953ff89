package dev.statute;

import dev.statute.chart.ChartDefinition;
import dev.statute.problem.Loaded;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.scxml.ScxmlImport;
import dev.statute.yaml.YamlCharts;
import dev.statute.yaml.YamlTree;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Loads a chart from a file in either language: YAML, or SCXML where the name ends in {@code
 * .scxml} or the content is such a document. Places in the chart of an SCXML document are those of
 * what it was made from.
 */
public final class ChartFile {
  /** Bytes at the start of a file in which its root element is looked for. */
  private static final int HEAD = 16 << 10;

  /** Prologue and root element of an SCXML document, in any encoding that extends ASCII. */
  private static final Pattern ROOT =
      Pattern.compile(
          "(?s)[^<\\p{Alnum}]{0,3}\\s*(?:<\\?.*?\\?>\\s*|<!--.*?-->\\s*|<!DOCTYPE[^>]*>\\s*)*+"
              + "<(?:[\\w.-]+:)?scxml[\\s>/]");

  private static final List<String> KEYS = List.of("chart", "states", "extends");

  private ChartFile() {}

  /** Tests for an SCXML document: by its name, or by the root element of an XML document. */
  public static boolean isScxml(Path file) {
    if (file.toString().endsWith(".scxml")) {
      return true;
    }
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      String head = new String(in.readNBytes(HEAD), StandardCharsets.ISO_8859_1).replace("\0", "");
      return ROOT.matcher(head).lookingAt();
    } catch (IOException e) {
      return false; // reported by who reads it
    }
  }

  /**
   * Tests for a chart by name and top-level keys. YAML without the keys of a chart may be anything;
   * YAML that cannot be read may be a chart.
   */
  public static boolean isChart(Path file) {
    String name = String.valueOf(file.getFileName());
    if (isScxml(file)) {
      return true;
    }
    if (!name.matches(".*\\.ya?ml") || name.matches(".*\\.(test|migration)\\.ya?ml")) {
      return false;
    }
    YamlTree tree = YamlTree.read(file).value();
    return tree == null
        || (tree instanceof YamlTree.Mapping map
            && KEYS.stream().anyMatch(map.entries()::containsKey));
  }

  /** Loads the chart of a file, with the problems of all charts in it. */
  public static Loaded<ChartDefinition> load(Path file) {
    Loaded<List<ChartDefinition>> all = loadAll(file);
    List<ChartDefinition> charts = all.value();
    return new Loaded<>(charts == null ? null : charts.get(0), all.problems());
  }

  /**
   * Loads the chart of a file, followed by the charts inside it, such as an SCXML document's
   * children.
   */
  static Loaded<List<ChartDefinition>> loadAll(Path file) {
    ProblemCollector problems = new ProblemCollector();
    if (isScxml(file)) {
      return Loaded.of(scxml(file, problems), problems);
    }
    ChartDefinition chart = YamlCharts.load(file).getOrReport(problems);
    return Loaded.of(chart == null ? null : List.of(chart), problems);
  }

  /** Translates an SCXML document to YAML charts, its own first. */
  public static Loaded<Map<String, String>> translate(Path document) {
    ProblemCollector problems = new ProblemCollector();
    Source source = source(document, problems);
    return source == null
        ? Loaded.of(null, problems)
        : ScxmlImport.toCharts(source, name -> beside(document, name));
  }

  private static @Nullable Source source(Path document, ProblemCollector problems) {
    try {
      return new Source(document.toString(), ScxmlImport.decode(Files.readAllBytes(document)));
    } catch (IOException e) {
      problems.add(unreadable(document, String.valueOf(e.getMessage())));
      return null;
    }
  }

  private static Problem unreadable(Path document, String why) {
    Place place = new Place(document.toString(), 1, 1);
    String fix = "save it as UTF-8 text that you may read, and declare no other encoding in it";
    return Problem.error("X101", place, "cannot be read: " + why, fix);
  }

  /** Loads all charts of a document, its own chart first; null if one of them cannot be loaded. */
  private static @Nullable List<ChartDefinition> scxml(Path file, ProblemCollector problems) {
    Source document = source(file, problems);
    if (document == null) {
      return null;
    }
    Map<String, ScxmlImport.Translated> charts =
        ScxmlImport.translate(document, name -> beside(file, name)).getOrReport(problems);
    if (charts == null) {
      return null;
    }
    List<ChartDefinition> loaded = new ArrayList<>();
    for (ScxmlImport.Translated each : charts.values()) {
      Source yaml = new Source(file + ".yaml", each.yaml());
      ChartDefinition chart = YamlCharts.load(yaml, document, each.origins()).getOrReport(problems);
      if (chart == null) {
        return null;
      }
      loaded.add(chart);
    }
    return loaded;
  }

  /** Resolves a file name in the document's folder, links followed; other files are never read. */
  private static @Nullable Source beside(Path document, String name) {
    try {
      Path file = document.resolveSibling(name).normalize();
      return Files.isRegularFile(file) && folder(file.toRealPath()).equals(folder(document))
          ? new Source(name, ScxmlImport.decode(Files.readAllBytes(file)))
          : null;
    } catch (InvalidPathException | IOException e) {
      return null;
    }
  }

  private static Path folder(Path file) throws IOException {
    return file.toAbsolutePath().resolveSibling("").toRealPath();
  }
}
