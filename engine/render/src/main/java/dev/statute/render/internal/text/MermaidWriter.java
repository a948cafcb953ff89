package dev.statute.render.internal.text;

import dev.statute.render.internal.diagram.ChartDiagram;
import dev.statute.render.internal.diagram.DiagramEdge;
import dev.statute.render.internal.diagram.DiagramNode;

/** Writer of Mermaid, which has neither dashed arrows nor history markers. */
public final class MermaidWriter extends NestedNotationWriter {
  public static String render(ChartDiagram diagram) {
    return new MermaidWriter().write("stateDiagram-v2\n", diagram, "");
  }

  @Override
  boolean isClosed() {
    return false;
  }

  @Override
  String reach(String node, String other) {
    return node;
  }

  @Override
  String box(String from, String to) {
    return "";
  }

  @Override
  String title(String text) {
    return label(text);
  }

  /** Escapes characters that would end a label. */
  @Override
  String label(String text) {
    return text.replace("#", "#35;")
        .replaceAll(";(?<!#35;)", "#59;")
        .replace(":", "#58;")
        .replace("\"", "#quot;")
        .replace("<", "#lt;")
        .replace(">", "#gt;")
        .replace("{", "#123;")
        .replace("}", "#125;");
  }

  @Override
  String newline() {
    return "<br/>";
  }

  @Override
  String arrow(DiagramEdge edge) {
    return " --> ";
  }

  @Override
  String mark(DiagramNode leaf) {
    return "";
  }

  /** Without the word {@code state}, after which no composite state could follow. */
  @Override
  String leaf(String name) {
    return name;
  }

  @Override
  String leafTitle(DiagramNode leaf) {
    return switch (leaf.kind()) {
      case SHALLOW_HISTORY -> "(H) " + leaf.title();
      case DEEP_HISTORY -> "(H*) " + leaf.title();
      case ATOMIC, COMPOUND, PARALLEL, FINAL -> leaf.title();
    };
  }
}
