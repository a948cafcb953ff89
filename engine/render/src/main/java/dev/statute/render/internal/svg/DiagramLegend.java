package dev.statute.render.internal.svg;

import dev.statute.chart.StateDefinition;
import dev.statute.render.internal.diagram.DiagramEdge;
import dev.statute.render.internal.diagram.DiagramNode;
import java.util.ArrayList;
import java.util.List;

/** Legend at the foot of a picture, with the used marks only. */
record DiagramLegend(List<LegendEntry> entries) {
  static final double HEIGHT = 34;

  /** Mark of 24 by 12 pixels, drawn from its left middle, and its word. */
  private record LegendEntry(String mark, String word) {
    double width() {
      return 30 + TextMetrics.width(word, TextLine.SIZE, false) + 18;
    }
  }

  static DiagramLegend of(DiagramLayout plan) {
    List<LegendEntry> entries = new ArrayList<>();
    entries.add(
        new LegendEntry("<circle class=\"start\" cx=\"12\" cy=\"0\" r=\"5\"/>", "starts here"));
    entries.add(new LegendEntry(pill("initial", 3), "initial"));
    if (plan.boxes().stream().anyMatch(b -> is(b, StateDefinition.Kind.FINAL))) {
      entries.add(new LegendEntry(pill("final", 3), "final"));
    }
    if (plan.boxes().stream().anyMatch(b -> b.shape() == DiagramLayout.Shape.HISTORY)) {
      entries.add(new LegendEntry(pill("history", 6), "history: where it was"));
    }
    if (plan.wires().stream().anyMatch(w -> w.style() == DiagramEdge.Style.TRANSITION)) {
      entries.add(new LegendEntry(wire("", "tip"), "event [condition] / actions"));
    }
    if (plan.wires().stream().anyMatch(w -> w.style() == DiagramEdge.Style.MOVE)) {
      entries.add(new LegendEntry(wire(" move", "movetip"), "direct move"));
    }
    if (plan.boxes().stream().anyMatch(b -> b.lines().stream().anyMatch(TextLine::clock))
        || plan.wires().stream().anyMatch(w -> w.lines().stream().anyMatch(TextLine::clock))) {
      entries.add(new LegendEntry(SvgWriter.clock(12, 0), "timer"));
    }
    if (!plan.dividers().isEmpty()) {
      entries.add(new LegendEntry("<path class=\"divider\" d=\"M12 -7V7\"/>", "side by side"));
    }
    return new DiagramLegend(List.copyOf(entries));
  }

  private static boolean is(DiagramLayout.Box box, StateDefinition.Kind kind) {
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
    return 18 + entries.stream().mapToDouble(LegendEntry::width).sum();
  }

  void write(StringBuilder out, double top) {
    double x = 18;
    for (LegendEntry entry : entries) {
      out.append("<g transform=\"translate(")
          .append(SvgWriter.format(x))
          .append(' ')
          .append(SvgWriter.format(top + 14));
      out.append(")\">").append(entry.mark).append(SvgWriter.text("quiet", 30, 4, entry.word));
      out.append("</g>\n");
      x += entry.width();
    }
  }
}
