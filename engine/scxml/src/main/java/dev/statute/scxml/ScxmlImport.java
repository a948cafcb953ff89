package dev.statute.scxml;

import dev.statute.problem.Loaded;
import dev.statute.problem.Place;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.scxml.internal.document.XmlElement;
import dev.statute.scxml.internal.document.XmlParser;
import dev.statute.scxml.internal.importer.DocumentTranslator;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Translates W3C SCXML into a chart as a person would have written it, comments kept. ECMAScript of
 * the simple kind becomes CEL; what cannot be translated, or would mean something else, is a
 * problem at its place. What SCXML takes and then answers with {@code error.execution} stays so,
 * with a warning. Never throws, never reads anything but the text it is given.
 */
public final class ScxmlImport {
  private ScxmlImport() {}

  /** The chart's YAML text, without those of the children that are written inside it. */
  public static Loaded<String> toYaml(Source scxml) {
    Loaded<Map<String, String>> charts = toCharts(scxml);
    Map<String, String> all = charts.value();
    return new Loaded<>(all == null ? null : all.values().iterator().next(), charts.problems());
  }

  /**
   * The YAML text of the document's chart and, after it, of every child that is written inside it,
   * by the name under which it is invoked.
   */
  public static Loaded<Map<String, String>> toCharts(Source scxml) {
    return toCharts(scxml, name -> null);
  }

  /**
   * As {@link #toCharts(Source)}.
   *
   * @param files finds the files that the document takes data from, by the name it gives them
   */
  public static Loaded<Map<String, String>> toCharts(
      Source scxml, Function<String, @Nullable Source> files) {
    Loaded<Map<String, Translated>> charts = translate(scxml, files);
    Map<String, Translated> all = charts.value();
    if (all == null) {
      return new Loaded<>(null, charts.problems());
    }
    Map<String, String> texts = new LinkedHashMap<>();
    all.forEach((name, chart) -> texts.put(name, chart.yaml()));
    return new Loaded<>(Collections.unmodifiableMap(texts), charts.problems());
  }

  /**
   * A chart as YAML.
   *
   * @param origins place in the YAML → place of what it was made from in the document
   */
  public record Translated(String yaml, UnaryOperator<Place> origins) {}

  /** As {@link #toCharts(Source, Function)}, with what each part was made from. */
  public static Loaded<Map<String, Translated>> translate(
      Source scxml, Function<String, @Nullable Source> files) {
    ProblemCollector problems = new ProblemCollector();
    XmlElement root = XmlParser.read(scxml, problems);
    Map<String, DocumentTranslator.TranslatedDocument> children = new LinkedHashMap<>();
    if (root == null) {
      return Loaded.of(null, problems);
    }
    DocumentTranslator.TranslatedDocument text =
        DocumentTranslator.translate(root, scxml.file(), children, files::apply, problems);
    if (text == null) {
      return Loaded.of(null, problems);
    }
    Map<String, Translated> all = new LinkedHashMap<>();
    all.put(
        DocumentTranslator.name(root, scxml.file()), new Translated(text.yaml(), text.origins()));
    children.forEach((name, child) -> all.put(name, new Translated(child.yaml(), child.origins())));
    return Loaded.of(Collections.unmodifiableMap(all), problems);
  }
}
