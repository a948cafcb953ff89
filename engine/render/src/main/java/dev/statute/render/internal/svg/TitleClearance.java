package dev.statute.render.internal.svg;

import dev.statute.render.internal.diagram.DiagramNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Free space at the left of composite states, so that arrows from outside, which enter at the upper
 * edge, pass beside the title and the lines below it. The layout program knows no text inside a box
 * that arrows may enter, so crossings are found in the finished layout and moved to the right.
 */
final class TitleClearance {
  private static final double GAP = 8;

  private final Map<String, Double> left = new HashMap<>();

  /** Returns the free space at the left of the state, beyond the usual padding. */
  double of(DiagramNode node) {
    return left.getOrDefault(node.name(), 0d);
  }

  /** Enlarges the space where arrows cross text in that layout; true if any did. */
  boolean enlarge(DiagramLayout plan) {
    boolean grown = false;
    for (DiagramLayout.Box box : plan.boxes()) {
      DiagramNode node = box.node();
      if (node == null || !node.composite() || box.isPage()) {
        continue;
      }
      double right = box.x() + ElkLayout.width(node, box.lines());
      double bottom = box.y() + ElkLayout.head(node, box.lines());
      double first =
          plan.wires().stream()
              .map(DiagramLayout.Wire::points)
              .mapToDouble(points -> leftmost(points, box.x(), box.y(), right, bottom))
              .min()
              .orElse(right);
      if (first < right) {
        left.merge(node.name(), right - first + GAP, Double::sum);
        grown = true;
      }
    }
    return grown;
  }

  /**
   * Returns the first crossing of an arrow with the rectangle, from the left; its right edge if
   * there is none.
   */
  private static double leftmost(
      List<DiagramLayout.Point> points, double left, double top, double right, double bottom) {
    double first = right;
    for (int i = 1; i < points.size(); i++) {
      if (DiagramLayout.crosses(points.get(i - 1), points.get(i), left, top, right, bottom)) {
        first = Math.min(first, Math.max(left, Math.min(points.get(i - 1).x(), points.get(i).x())));
      }
    }
    return first;
  }
}
