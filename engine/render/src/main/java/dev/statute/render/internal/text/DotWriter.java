package dev.statute.render.internal.text;

import dev.statute.render.internal.diagram.ChartDiagram;
import dev.statute.render.internal.diagram.DiagramEdge;
import dev.statute.render.internal.diagram.DiagramNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writer of Graphviz DOT. A composite state is a cluster; since Graphviz draws arrows between nodes
 * only, an arrow to or from one goes to a node inside it and is cut at the cluster's border ({@code
 * lhead}, {@code ltail}).
 */
public final class DotWriter {
  private static final String HEAD =
      """
        compound=true;
        rankdir=TB;
        nodesep=0.45;
        ranksep=0.55;
        fontname="Helvetica";
        fontsize=12;
        labeljust=l;
        node [shape=box, style="rounded,filled", fillcolor="#f6f8fa", color="#57606a", fontname="Helvetica", fontsize=12, height=0.4];
        edge [color="#57606a", fontcolor="#24292f", fontname="Helvetica", fontsize=10, arrowsize=0.7];
      """;

  private final StringBuilder out = new StringBuilder();

  /** node name → inner node as the end of arrows to it; only for composites. */
  private final Map<String, String> heads = new LinkedHashMap<>();

  /**
   * node name → inner node as the start of arrows from it: a different one, so that arrows in both
   * directions do not overlap.
   */
  private final Map<String, String> tails = new LinkedHashMap<>();

  private DotWriter() {}

  public static String render(ChartDiagram diagram) {
    DotWriter dot = new DotWriter();
    dot.out.append("digraph ").append(quoted(diagram.root().title())).append(" {\n").append(HEAD);
    dot.inside(diagram.root(), "  ");
    for (DiagramEdge edge : diagram.edges()) {
      dot.edge(edge);
    }
    return dot.out.append("}\n").toString();
  }

  private void inside(DiagramNode node, String indent) {
    if (node.hasAnyNode()) {
      line(indent, node.anyName(), List.of("label=\"any state\"", "style=\"rounded,dashed\""));
    }
    if (!node.initial().isEmpty()) {
      line(
          indent,
          node.startName(),
          List.of(
              "shape=circle",
              "label=\"\"",
              "width=0.14",
              "height=0.14",
              "fixedsize=true",
              "style=filled",
              "fillcolor=\"#24292f\""));
    }
    for (DiagramNode child : node.children()) {
      state(child, indent, node.parallel());
    }
    for (String target : node.initial()) {
      arrow(indent, node.startName(), target, new ArrayList<>());
    }
  }

  private void state(DiagramNode node, String indent, boolean region) {
    if (node.composite()) {
      heads.put(node.name(), head(node));
      tails.put(node.name(), tail(node));
      out.append(indent).append("subgraph cluster_").append(node.name()).append(" {\n");
      String inner = indent + "  ";
      out.append(inner).append("label=").append(quoted(node.title())).append(";\n");
      String style = region ? "rounded,dashed" : "rounded";
      out.append(inner).append("style=\"").append(style).append("\"; color=\"#8c959f\";\n");
      inside(node, inner);
      out.append(indent).append("}\n");
      return;
    }
    line(indent, node.name(), shape(node));
  }

  private static List<String> shape(DiagramNode node) {
    String label = "label=" + quoted(node.title());
    return switch (node.kind()) {
      case FINAL -> List.of(label, "peripheries=2");
      case SHALLOW_HISTORY -> history("H", node);
      case DEEP_HISTORY -> history("H*", node);
      case ATOMIC, COMPOUND, PARALLEL -> List.of(label);
    };
  }

  private static List<String> history(String mark, DiagramNode node) {
    return List.of("label=" + quoted(mark + " " + node.title()), "shape=ellipse");
  }

  private static String head(DiagramNode node) {
    if (!node.initial().isEmpty()) {
      return node.startName();
    }
    DiagramNode first = node.children().get(0);
    return first.composite() ? head(first) : first.name();
  }

  private static String tail(DiagramNode node) {
    List<DiagramNode> places = node.children().stream().filter(c -> !c.kind().isHistory()).toList();
    DiagramNode last = places.get(places.size() - 1);
    return last.composite() ? tail(last) : last.name();
  }

  private void edge(DiagramEdge edge) {
    List<String> attributes = new ArrayList<>();
    List<String> labels = edge.labels();
    if (!labels.isEmpty()) {
      attributes.add("label=" + quoted(" " + String.join("\n ", labels) + " "));
    }
    switch (edge.style()) {
      case MOVE -> attributes.add("style=dashed");
      case HISTORY_DEFAULT -> attributes.add("color=\"#8c959f\"");
      case TRANSITION -> {
        if (edge.internal()) {
          attributes.add("style=dotted");
        }
      }
    }
    arrow("  ", edge.from(), edge.to(), attributes);
  }

  private void arrow(String indent, String from, String to, List<String> attributes) {
    String tail = tails.get(from);
    String head = heads.get(to);
    if (tail != null) {
      attributes.add("ltail=cluster_" + from);
    }
    if (head != null && !from.equals(DiagramNode.anyNameOf(to))) {
      attributes.add("lhead=cluster_" + to);
    }
    String ends = (tail == null ? from : tail) + " -> " + (head == null ? to : head);
    line(indent, ends, attributes);
  }

  private void line(String indent, String what, List<String> attributes) {
    out.append(indent).append(what);
    if (!attributes.isEmpty()) {
      out.append(" [").append(String.join(", ", attributes)).append(']');
    }
    out.append(";\n");
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }
}
