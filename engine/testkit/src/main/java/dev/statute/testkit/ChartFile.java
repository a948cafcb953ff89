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
 * .scxml}. Places in the chart of an SCXML document are those of what it was made from.
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
    Problems problems = new Problems();
    Source source = source(document, problems);
    return source == null
        ? Loaded.of(null, problems)
        : ScxmlImport.toCharts(source, name -> beside(document, name));
  }

  private static @Nullable Source source(Path document, Problems problems) {
    try {
      return new Source(document.toString(), Files.readString(document));
    } catch (MalformedInputException e) {
      problems.add(unreadable(document, "it is not UTF-8"));
    } catch (IOException e) {
      problems.add(unreadable(document, String.valueOf(e.getMessage())));
    }
    return null;
  }

  private static Problem unreadable(Path document, String why) {
    Place place = new Place(document.toString(), 1, 1);
    return Problem.error(
        "X101", place, "cannot be read: " + why, "save it as UTF-8 text that you may read");
  }

  private static Loaded<ChartDefinition> scxml(Path file) {
    Problems problems = new Problems();
    Source document = source(file, problems);
    if (document == null) {
      return Loaded.of(null, problems);
    }
    var translated = ScxmlImport.translate(document, name -> beside(file, name));
    problems.addAll(translated.problems());
    Map<String, ScxmlImport.Translated> charts = translated.value();
    if (charts == null) {
      return Loaded.of(null, problems);
    }
    ScxmlImport.Translated first = charts.values().iterator().next();
    Source yaml = new Source(file + ".yaml", first.yaml());
    Loaded<ChartDefinition> loaded = YamlCharts.load(yaml, document, first.origins());
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
