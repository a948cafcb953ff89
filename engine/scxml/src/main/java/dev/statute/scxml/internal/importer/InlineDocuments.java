package dev.statute.scxml.internal.importer;

import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.scxml.ScxmlImport.Translated;
import dev.statute.scxml.internal.document.XmlElement;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Documents inside an {@code <invoke>}: each becomes a chart of its own. */
final class InlineDocuments {
  private final String parent;
  private final Map<String, Translated> charts;
  private final Function<String, @Nullable Source> files;

  InlineDocuments(
      String parent, Map<String, Translated> charts, Function<String, @Nullable Source> files) {
    this.parent = parent;
    this.charts = charts;
    this.files = files;
  }

  /**
   * Translates a child.
   *
   * @param near unique suffix of its name, if it has none of its own
   * @return the chart's name, or null if it is no document
   */
  @Nullable String add(XmlElement root, String near, ProblemCollector problems) {
    var given = root.attribute("name");
    String wanted = given == null ? parent + "." + near : given.value();
    String name = wanted;
    for (int n = 2; charts.containsKey(name) || name.equals(parent); n++) {
      name = wanted + n;
    }
    charts.put(name, new Translated("", place -> place));
    Translated text = DocumentTranslator.translate(root.named(name), name, charts, files, problems);
    if (text == null) {
      charts.remove(name);
      return null;
    }
    charts.put(name, text);
    return name;
  }
}
