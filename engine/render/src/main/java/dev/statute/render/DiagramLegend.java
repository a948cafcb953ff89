package dev.statute.render;

import dev.statute.chart.StateDefinition;
import java.util.ArrayList;
import java.util.List;

/** The line at the foot of a picture that says what its marks mean; only those that are used. */
record DiagramLegend(List<Entry> entries) {
  static final double HEIGHT = 34;

  /** A mark of 24 by 12 pixels, drawn from its left middle, and its word. */
  private record Entry(String mark, String word) {
    double width() {
      return 30 + TextMetrics.width(word, TextLine.SIZE, false) + 18;
    }
  }

  static DiagramLegend of(LaidOutDiagram plan) {
    List<Entry> entries = new ArrayList<>();
    entries.add(new Entry("<circle class=\"start\" cx=\"12\" cy=\"0\" r=\"5\"/>", "starts here"));
    entries.add(new Entry(pill("initial", 3), "initial"));
    if (plan.boxes().stream().anyMatch(b -> is(b, StateDefinition.Kind.FINAL))) {
      entries.add(new Entry(pill("final", 3), "final"));
    }
    if (plan.boxes().stream().anyMatch(b -> b.shape() == LaidOutDiagram.Shape.HISTORY)) {
      entries.add(new Entry(pill("history", 6), "history: where it was"));
    }
    if (plan.wires().stream().anyMatch(w -> w.style() == DiagramEdge.Style.TRANSITION)) {
      entries.add(new Entry(wire("", "tip"), "event [condition] / actions"));
    }
    if (plan.wires().stream().anyMatch(w -> w.style() == DiagramEdge.Style.MOVE)) {
      entries.add(new Entry(wire(" move", "movetip"), "direct move"));
    }
    if (plan.boxes().stream().anyMatch(b -> b.lines().stream().anyMatch(TextLine::clock))
        || plan.wires().stream().anyMatch(w -> w.lines().stream().anyMatch(TextLine::clock))) {
      entries.add(new Entry(SvgWriter.clock(12, 0), "timer"));
    }
    if (!plan.dividers().isEmpty()) {
      entries.add(new Entry("<path class=\"divider\" d=\"M12 -7V7\"/>", "side by side"));
    }
    return new DiagramLegend(List.copyOf(entries));
  }

  private static boolean is(LaidOutDiagram.Box box, StateDefinition.Kind kind) {
    DiagramNode node = box.node();
    return node != null && node.kind() == kind;
  }

  private static String pill(String kind, int radius) {
    return "<g class=\""
        + kind
        + "\"><rect class=\"box\" x=\"1\" y=\"-6\" width=\"22\" height=\"12\" rx=\""
        + radius
        + "\"/></g>";
  }

  private static String wire(String kind, String tip) {
    return "<path class=\"wire" + kind + "\" marker-end=\"url(#" + tip + ")\" d=\"M0 0H24\"/>";
  }

  double width() {
    return 18 + entries.stream().mapToDouble(Entry::width).sum();
  }

  void write(StringBuilder out, double top) {
    double x = 18;
    for (Entry entry : entries) {
      out.append("<g transform=\"translate(")
          .append(SvgWriter.n(x))
          .append(' ')
          .append(SvgWriter.n(top + 14));
      out.append(")\">").append(entry.mark).append(SvgWriter.text("quiet", 30, 4, entry.word));
      out.append("</g>\n");
      x += entry.width();
    }
  }
}
