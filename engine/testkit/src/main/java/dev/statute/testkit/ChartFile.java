package dev.statute.testkit;

import dev.statute.chart.ChartDefinition;
import dev.statute.problem.Loaded;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.Problems;
import dev.statute.problem.Source;
import dev.statute.scxml.ScxmlImport;
import dev.statute.yaml.YamlCharts;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Loads a chart from a file in either language: YAML, or SCXML where the name ends in {@code
 * .scxml}. Places in the chart of an SCXML document are those in what {@code statute import}
 * prints, under the document's name with {@code .yaml} after it.
 */
public final class ChartFile {
  private ChartFile() {}

  public static boolean isScxml(Path file) {
    return file.toString().endsWith(".scxml");
  }

  public static Loaded<ChartDefinition> load(Path file) {
    return isScxml(file) ? scxml(file) : YamlCharts.load(file);
  }

  /** The charts of an SCXML document as YAML, its own first. */
  public static Loaded<Map<String, String>> translate(Path document) {
    try {
      Source source = new Source(document.toString(), Files.readString(document));
      return ScxmlImport.toCharts(source, name -> beside(document, name));
    } catch (MalformedInputException e) {
      return unreadable(document, "it is not UTF-8");
    } catch (IOException e) {
      return unreadable(document, String.valueOf(e.getMessage()));
    }
  }

  private static Loaded<Map<String, String>> unreadable(Path document, String why) {
    Problems problems = new Problems();
    Place place = new Place(document.toString(), 1, 1);
    problems.add(Problem.error("X101", place, "cannot be read: " + why, null));
    return Loaded.of(null, problems);
  }

  private static Loaded<ChartDefinition> scxml(Path file) {
    Loaded<Map<String, String>> translated = translate(file);
    Problems problems = new Problems();
    problems.addAll(translated.problems());
    Map<String, String> charts = translated.value();
    if (charts == null) {
      return Loaded.of(null, problems);
    }
    String yaml = charts.values().iterator().next();
    Loaded<ChartDefinition> loaded = YamlCharts.load(new Source(file + ".yaml", yaml));
    problems.addAll(loaded.problems());
    return Loaded.of(loaded.value(), problems);
  }

  /** A file in the document's folder; nothing else is read. */
  private static @Nullable Source beside(Path document, String name) {
    try {
      Path file = document.resolveSibling(name).normalize();
      boolean here = Objects.equals(file.getParent(), document.normalize().getParent());
      return here && Files.isRegularFile(file) ? new Source(name, Files.readString(file)) : null;
    } catch (InvalidPathException | IOException e) {
      return null;
    }
  }
}
