package dev.statute.render.internal.text;

import dev.statute.chart.StateDefinition;
import dev.statute.render.internal.diagram.ChartDiagram;
import dev.statute.render.internal.diagram.DiagramEdge;
import dev.statute.render.internal.diagram.DiagramNode;
import java.util.ArrayList;
import java.util.List;

/** Writer of the two languages that nest composite states in braces and differ in words only. */
abstract class NestedNotationWriter {
  private final StringBuilder out = new StringBuilder();
  private List<DiagramEdge> edges = List.of();

  final String write(String first, ChartDiagram diagram, String last) {
    out.append(first);
    edges = diagram.edges();
    DiagramNode root = diagram.root();
    if (root.parallel() && isClosed()) {
      line("  ", "[*] --> " + root.name());
      state(root, "  ");
    } else {
      if (root.parallel()) {
        beside(root, "  ");
      }
      inside(root, "  ");
    }
    edges("", "  ");
    return out.append(last).toString();
  }

  /** Tests for a language without arrows across the border of a region. */
  abstract boolean isClosed();

  /**
   * Returns the node at which an arrow can end instead of a node.
   *
   * @param other its other end
   */
  abstract String reach(String node, String other);

  /**
   * Returns the place of an arrow: the name of a composite state or of a region, see {@link
   * RegionBoundaries}; empty = after all states.
   */
  abstract String box(String from, String to);

  /** Returns text as a quoted title. */
  abstract String title(String text);

  /** Returns text as a label. */
  abstract String label(String text);

  abstract String newline();

  abstract String arrow(DiagramEdge edge);

  /** Returns the word after the state's name that marks a kind of leaf, with a blank before it. */
  abstract String mark(DiagramNode leaf);

  /** Returns a leaf with its name as title. */
  abstract String leaf(String name);

  /** Returns the title of a leaf without a mark of its own in this language. */
  abstract String leafTitle(DiagramNode leaf);

  private void inside(DiagramNode node, String indent) {
    boolean separate = false;
    if (!node.parallel()) {
      beside(node, indent);
    }
    for (String target : node.initial()) {
      String end = reach(target, node.name());
      line(indent, "[*] --> " + end + (end.equals(target) ? "" : " : " + target));
    }
    for (DiagramNode child : node.children()) {
      if (node.parallel() && child.kind().isHistory()) {
        continue;
      }
      if (node.parallel() && separate) {
        line(indent, "--");
      }
      state(child, indent);
      if (node.parallel()) {
        edges(RegionBoundaries.beside(child.name()), indent);
      }
      separate = true;
    }
    edges(node.name(), indent);
  }

  /** Writes a node beside regions before them: arrows cannot reach it inside of one. */
  private void beside(DiagramNode node, String indent) {
    if (node.hasAnyNode()) {
      line(indent, "state \"any state\" as " + node.anyName());
    }
    for (DiagramNode child : node.children()) {
      if (node.parallel() && child.kind().isHistory()) {
        state(child, indent);
      }
    }
  }

  private void state(DiagramNode node, String indent) {
    if (node.composite() && node.parallel()) {
      beside(node, indent);
    }
    if (node.composite()) {
      line(indent, named(node.title(), node.name()) + " {");
      inside(node, indent + "  ");
      line(indent, "}");
      return;
    }
    String title = leafTitle(node);
    line(
        indent, (title.equals(node.name()) ? leaf(title) : named(title, node.name())) + mark(node));
    if (node.kind() == StateDefinition.Kind.FINAL) {
      line(indent, node.name() + " --> [*]");
    }
  }

  private String named(String title, String name) {
    return "state " + (title.equals(name) ? name : "\"" + title(title) + "\" as " + name);
  }

  private void edges(String box, String indent) {
    edges.stream()
        .filter(edge -> box(edge.from(), edge.to()).equals(box))
        .forEach(edge -> edge(edge, indent));
  }

  private void edge(DiagramEdge edge, String indent) {
    List<String> labels = new ArrayList<>(edge.labels().stream().map(this::label).toList());
    String from = reach(edge.from(), edge.to());
    String to = reach(edge.to(), edge.from());
    if (!from.equals(edge.from()) || !to.equals(edge.to())) {
      labels.add("(" + edge.from() + " → " + edge.to() + ")");
    }
    String text = String.join(newline(), labels);
    line(indent, from + arrow(edge) + to + (text.isEmpty() ? "" : " : " + text));
  }

  private void line(String indent, String text) {
    out.append(indent).append(text.replace('\n', ' ')).append('\n');
  }
}
