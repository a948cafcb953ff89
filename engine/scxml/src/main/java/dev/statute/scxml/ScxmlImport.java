package dev.statute.scxml;

import dev.statute.problem.Loaded;
import dev.statute.problem.Problems;
import dev.statute.problem.Source;
import dev.statute.scxml.internal.Document;
import dev.statute.scxml.internal.Element;
import dev.statute.scxml.internal.XmlTree;

/**
 * Translates W3C SCXML into a chart as a person would have written it, comments kept. ECMAScript of
 * the simple kind becomes CEL; what cannot be translated, or would mean something else, is a
 * problem at its place. Never throws, never reads anything but the text it is given.
 */
public final class ScxmlImport {
  private ScxmlImport() {}

  /** The chart's YAML text. */
  public static Loaded<String> toYaml(Source scxml) {
    Problems problems = new Problems();
    Element root = XmlTree.read(scxml, problems);
    String text = root == null ? null : Document.translate(root, scxml.file(), problems);
    return Loaded.of(text, problems);
  }
}
