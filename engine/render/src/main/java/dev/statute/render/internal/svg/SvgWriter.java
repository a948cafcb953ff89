package dev.statute.render.internal.svg;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.StateDefinition;
import dev.statute.problem.SourceText;
import dev.statute.problem.VisibleText;
import dev.statute.render.internal.diagram.DiagramEdge;
import dev.statute.render.internal.diagram.DiagramNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Writer of a layout as SVG: one file, no script, no external resources, light and dark in one. */
public final class SvgWriter {
  private static final double CORNER = 6;
  private final StringBuilder out = new StringBuilder();
  private final List<String> tags = new ArrayList<>();

  private SvgWriter() {}

  public static String render(ChartDefinition chart) {
    return new SvgWriter().write(chart, ElkLayout.of(chart));
  }

  private String write(ChartDefinition chart, DiagramLayout plan) {
    String title = chart.name().value();
    DiagramLegend legend = DiagramLegend.of(plan);
    double width = Math.ceil(Math.max(plan.width(), legend.width())) + 2;
    double height = Math.ceil(plan.height()) + DiagramLegend.HEIGHT;
    line(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%s\" height=\"%s\" viewBox=\"0 0 %s %s\""
            + " role=\"img\" aria-label=\"%s\">",
        width, height, width, height, x("State chart " + title));
    line("<title>%s</title>", x(title));
    line("<style>\n%s</style>", x(SvgTheme.CSS).replace("&gt;", ">").replace("&quot;", "\""));
    line(
        "<defs>%s%s</defs>",
        tooltip("tip", "head", "M0 0.8L10 5L0 9.2L2.5 5z"),
        tooltip("movetip", "movehead", "M1.5 1L9.5 5L1.5 9"));
    line("<rect class=\"page\" width=\"%s\" height=\"%s\"/>", width, height);
    plan.boxes().forEach(this::box);
    for (DiagramLayout.Divider d : plan.dividers()) {
      line("<path class=\"divider\" d=\"M%s %sV%s\"/>", d.from().x(), d.from().y(), d.to().y());
    }
    plan.wires().forEach(this::wire);
    plan.wires().forEach(wire -> label(wire, plan));
    legend.write(out, plan.height());
    return out.append("</svg>\n").toString();
  }

  private static String tooltip(String id, String kind, String path) {
    return "<marker id=\""
        + id
        + "\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"8\" markerHeight=\"8\""
        + " orient=\"auto-start-reverse\" markerUnits=\"userSpaceOnUse\">"
        + ("<path class=\"" + kind + "\" d=\"" + path + "\"/></marker>");
  }

  private void box(DiagramLayout.Box box) {
    DiagramNode node = box.node();
    double x = box.x();
    double y = box.y();
    if (node == null) {
      if (box.shape() == DiagramLayout.Shape.START) {
        line("<circle class=\"start\" cx=\"%s\" cy=\"%s\" r=\"6\"/>", x + 6, y + 6);
      } else {
        line(
            "<g class=\"any\">%s%s</g>",
            rect(box, 13, 0), text("quiet", x + 14, y + 17, "any state"));
      }
      return;
    }
    if (box.isPage()) {
      line("%s", text("chart", 18, 28, node.title()));
      lines(box.lines(), 18, 34);
      return;
    }
    line("<g class=\"%s\" id=\"%s\">", kinds(box, node), x("state-" + node.title()));
    if (box.shape() == DiagramLayout.Shape.HISTORY) {
      String mark = node.kind() == StateDefinition.Kind.DEEP_HISTORY ? "H*" : "H";
      line(
          "%s%s%s",
          rect(box, 13, 0),
          text("strong", x + 12, y + 17, mark),
          text("plain", x + 34, y + 17, node.title()));
    } else {
      state(box, node);
    }
    line("</g>");
  }

  private void state(DiagramLayout.Box box, DiagramNode node) {
    boolean ends = node.kind() == StateDefinition.Kind.FINAL;
    line("%s", rect(box, 8, 0));
    if (ends) {
      line("%s", rect(box, 5, 3));
    }
    double left = box.x() + ElkLayout.MARGIN + (ends ? 4 : 0);
    line("%s", text("name", left, box.y() + 19, node.title()));
    double y = box.y() + ElkLayout.TITLE_HEIGHT + 2;
    double at = left;
    for (SourceText tag : node.state().tags()) {
      double width = TextMetrics.width(tag.value(), 10, false) + 12;
      line(
          "<g class=\"tag%d\"><rect class=\"chipbox\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"15\""
              + " rx=\"7.5\"/>%s</g>",
          number(tag.value()), at, y + 1, width, text("chip", at + 6, y + 12, tag.value()));
      at += width + 6;
    }
    y += node.state().tags().isEmpty() ? 0 : 20;
    if (!box.lines().isEmpty() && !node.composite()) {
      line("<path class=\"rule\" d=\"M%s %sH%s\"/>", box.x(), y, box.x() + box.width());
    }
    lines(box.lines(), left, y + 1);
  }

  private String kinds(DiagramLayout.Box box, DiagramNode node) {
    List<String> kinds = new ArrayList<>(List.of("state"));
    if (node.composite()) {
      kinds.add(
          switch (box.shape()) {
            case REGION -> "region";
            case APART -> "region apart";
            default -> "group";
          });
    }
    if (box.initial()) {
      kinds.add("initial");
    }
    if (node.kind() == StateDefinition.Kind.FINAL) {
      kinds.add("final");
    }
    if (node.kind().isHistory()) {
      kinds.add("history");
    }
    if (!node.state().tags().isEmpty()) {
      kinds.add("tagged tag" + number(node.state().tags().get(0).value()));
    }
    return String.join(" ", kinds);
  }

  private int number(String tag) {
    if (!tags.contains(tag)) {
      tags.add(tag);
    }
    return tags.indexOf(tag) % 5;
  }

  private void lines(List<TextLine> lines, double x, double top) {
    double y = top;
    for (TextLine one : lines) {
      y += TextLine.HEIGHT;
      double at = x;
      if (one.clock()) {
        out.append(clock(x + 5, y - 4));
        at += TextLine.CLOCK;
      }
      written(one, one.tone(), at, y);
    }
  }

  /** Writes a line; a shortened one has its full text as tooltip. */
  private void written(TextLine one, String tone, double x, double y) {
    String tip = one.truncate() ? "<title>" + x(one.full()) + "</title>" : "";
    line("<text class=\"%s\" x=\"%s\" y=\"%s\">%s%s</text>", tone, x, y, tip, x(one.text()));
  }

  /** Returns a small clock around a point. */
  static String clock(double x, double y) {
    return filled(
        "<path class=\"clock\" d=\"M%s %sa4.5 4.5 0 1 1 0 0.01M%s %sv-2.8M%s %sh2.2\"/>",
        x - 4.5, y, x, y, x, y);
  }

  private void wire(DiagramLayout.Wire wire) {
    String kind =
        wire.style() == DiagramEdge.Style.MOVE
            ? "wire move"
            : wire.style() == DiagramEdge.Style.HISTORY_DEFAULT ? "wire past" : "wire";
    String tip = wire.style() == DiagramEdge.Style.MOVE ? "movetip" : "tip";
    line(
        "<path class=\"%s\"%s marker-end=\"url(#%s)\"%s d=\"%s\"/>",
        kind,
        ends(wire),
        tip,
        wire.both() ? " marker-start=\"url(#" + tip + ")\"" : "",
        path(wire.points()));
  }

  /** Attributes by which a page finds the arrow of a transition. */
  private static String ends(DiagramLayout.Wire wire) {
    return " data-from=\"" + x(wire.from()) + "\" data-to=\"" + x(wire.to()) + "\"";
  }

  /** Returns straight segments with round corners. */
  private static String path(List<DiagramLayout.Point> points) {
    StringBuilder d = new StringBuilder("M").append(place(points.get(0)));
    for (int i = 1; i < points.size() - 1; i++) {
      DiagramLayout.Point at = points.get(i);
      d.append('L').append(place(arrowHead(at, points.get(i - 1))));
      d.append('Q').append(place(at));
      d.append(' ').append(place(arrowHead(at, points.get(i + 1))));
    }
    if (points.size() > 1) {
      d.append('L').append(place(points.get(points.size() - 1)));
    }
    return d.toString();
  }

  private static String place(DiagramLayout.Point point) {
    return format(point.x()) + " " + format(point.y());
  }

  private static DiagramLayout.Point arrowHead(DiagramLayout.Point from, DiagramLayout.Point to) {
    double length = Math.hypot(to.x() - from.x(), to.y() - from.y());
    double part = length == 0 ? 0 : Math.min(CORNER, length / 2) / length;
    return new DiagramLayout.Point(
        from.x() + (to.x() - from.x()) * part, from.y() + (to.y() - from.y()) * part);
  }

  /** Writes a label on its arrow, each line centred, on the background colour. */
  private void label(DiagramLayout.Wire wire, DiagramLayout plan) {
    if (wire.lines().isEmpty()) {
      return;
    }
    double width = TextLine.widest(wire.lines()) + 8;
    double height = wire.lines().size() * TextLine.HEIGHT + 2;
    double centre = wire.labelX() + width / 2;
    boolean inside =
        plan.boxes().stream()
            .filter(b -> b.shape() == DiagramLayout.Shape.COMPOSITE && (b.x() > 0 || b.y() > 0))
            .anyMatch(b -> b.contains(centre, wire.labelY() + height / 2));
    line(
        "<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" rx=\"3\"/>",
        inside ? "halo inner" : "halo", wire.labelX(), wire.labelY(), width, height);
    double y = wire.labelY() - 3;
    for (TextLine one : wire.lines()) {
      y += TextLine.HEIGHT;
      if (one.clock()) {
        double left = centre - one.width() / 2;
        out.append(clock(left + 6, y - 4));
        written(one, one.tone(), left + TextLine.CLOCK, y);
      } else {
        written(one, one.tone() + " mid", centre, y);
      }
    }
  }

  private static String rect(DiagramLayout.Box box, double radius, double inset) {
    return filled(
        "<rect class=\"box\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" rx=\"%s\"/>",
        box.x() + inset,
        box.y() + inset,
        box.width() - 2 * inset,
        box.height() - 2 * inset,
        radius);
  }

  static String text(String tone, double x, double y, String text) {
    return filled("<text class=\"%s\" x=\"%s\" y=\"%s\">%s</text>", tone, x, y, x(text));
  }

  private void line(String form, Object... parts) {
    out.append(filled(form, parts)).append('\n');
  }

  /** Fills a form; decimal numbers are formatted by {@link #format}. */
  private static String filled(String form, Object... parts) {
    Object[] texts =
        Arrays.stream(parts)
            .map(part -> part instanceof Double number ? format(number) : part)
            .toArray();
    return String.format(Locale.ROOT, form, texts);
  }

  /** Formats a number with at most one decimal. */
  static String format(double number) {
    String text = String.format(Locale.ROOT, "%.1f", number + 0.0);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  static String x(String text) {
    return VisibleText.escape(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
