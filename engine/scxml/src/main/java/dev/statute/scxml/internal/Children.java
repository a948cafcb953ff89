package dev.statute.scxml.internal;

import dev.statute.problem.Problems;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Documents that stand inside an {@code <invoke>}: each becomes a chart of its own. */
final class Children {
  private final String parent;
  private final Map<String, Document.Translated> charts;
  private final Files files;

  Children(String parent, Map<String, Document.Translated> charts, Files files) {
    this.parent = parent;
    this.charts = charts;
    this.files = files;
  }

  /**
   * Translates a child.
   *
   * @param near what tells it from the other children, if it has no name
   * @return the chart's name, or null if it is no document
   */
  @Nullable String add(Element root, String near, Problems problems) {
    var given = root.attribute("name");
    String wanted = given == null ? parent + "." + near : given.value();
    String name = wanted;
    for (int n = 2; charts.containsKey(name) || name.equals(parent); n++) {
      name = wanted + n;
    }
    charts.put(name, new Document.Translated("", place -> place));
    Document.Translated text = Document.translate(root.named(name), name, charts, files, problems);
    if (text == null) {
      charts.remove(name);
      return null;
    }
    charts.put(name, text);
    return name;
  }
}
