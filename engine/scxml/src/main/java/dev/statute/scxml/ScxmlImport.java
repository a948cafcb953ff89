package dev.statute.scxml;

import dev.statute.problem.Loaded;
import dev.statute.problem.Place;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.scxml.internal.document.DocumentCharset;
import dev.statute.scxml.internal.document.XmlElement;
import dev.statute.scxml.internal.document.XmlParser;
import dev.statute.scxml.internal.importer.DocumentTranslator;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Import of W3C SCXML as a chart in idiomatic YAML, with comments. Simple ECMAScript becomes CEL;
 * content without a translation of equal meaning is a problem at its place. Content that SCXML
 * answers with {@code error.execution} at run time does so in the chart, with a warning. Never
 * throws, never reads anything but the given text.
 */
public final class ScxmlImport {
  private ScxmlImport() {}

  /**
   * Decodes a document by its byte order mark, else by its XML declaration, else as UTF-8.
   *
   * @throws IOException if its encoding is unknown or not that of its bytes; the message names it
   */
  public static String decode(byte[] document) throws IOException {
    return DocumentCharset.decode(document);
  }

  /**
   * Returns the YAML text of the document's chart and, after it, of every inline child, by the name
   * of its invocation.
   *
   * @param files finds data files of the document, by the name in the document; null = there is
   *     none
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
   * Chart as YAML.
   *
   * @param origins place in the YAML → place of its origin in the document
   */
  public record Translated(String yaml, UnaryOperator<Place> origins) {}

  /** Returns the YAML texts with the origins of their parts. */
  public static Loaded<Map<String, Translated>> translate(
      Source scxml, Function<String, @Nullable Source> files) {
    ProblemCollector problems = new ProblemCollector();
    XmlElement root = XmlParser.read(scxml, problems);
    if (root == null) {
      return Loaded.of(null, problems);
    }
    Map<String, Translated> children = new LinkedHashMap<>();
    Translated chart = DocumentTranslator.translate(root, scxml.file(), children, files, problems);
    if (chart == null) {
      return Loaded.of(null, problems);
    }
    Map<String, Translated> all = new LinkedHashMap<>();
    all.put(DocumentTranslator.name(root, scxml.file()), chart);
    all.putAll(children);
    return Loaded.of(Collections.unmodifiableMap(all), problems);
  }
}
