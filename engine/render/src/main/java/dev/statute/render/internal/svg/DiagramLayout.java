package dev.statute.render.internal.svg;

import dev.statute.render.internal.diagram.DiagramEdge;
import dev.statute.render.internal.diagram.DiagramNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Complete layout of a picture, in pixels from its upper left corner.
 *
 * @param boxes outer ones before their contents
 * @param dividers lines between the regions of parallel states
 */
record DiagramLayout(
    double width, double height, List<Box> boxes, List<Wire> wires, List<Divider> dividers) {

  /** Kind of a box. */
  enum Shape {
    STATE,
    COMPOSITE,
    REGION,
    /**
     * Region with an outline, because no divider separates it from the others, or an arrow touches
     * it.
     */
    APART,
    HISTORY,
    START,
    ANY
  }

  /**
   * Box of a state, or of a mark beside states.
   *
   * @param node the state; null for a mark
   * @param initial true if it is entered by default
   */
  record Box(
      Shape shape,
      @Nullable DiagramNode node,
      boolean initial,
      List<TextLine> lines,
      double x,
      double y,
      double width,
      double height) {
    /** Creates a box that has no place yet. */
    Box(Shape shape, @Nullable DiagramNode node, boolean initial, List<TextLine> lines) {
      this(shape, node, initial, lines, 0, 0, 0, 0);
    }

    /** Tests for the box of the whole picture. */
    boolean isPage() {
      return shape == Shape.COMPOSITE && x == 0 && y == 0;
    }

    boolean contains(double px, double py) {
      return x <= px && px <= x + width && y <= py && py <= y + height;
    }
  }

  /**
   * Polyline of an arrow.
   *
   * @param style null = from a start mark
   * @param both true for both directions
   * @param from title of the source state; of the enclosing state for an arrow from any state,
   *     empty for a start mark
   * @param to title of the target state
   * @param points its corners, first to last
   */
  record Wire(
      DiagramEdge.@Nullable Style style,
      boolean both,
      String from,
      String to,
      List<Point> points,
      List<TextLine> lines,
      double labelX,
      double labelY) {}

  record Point(double x, double y) {
    Point plus(double right, double down) {
      return new Point(x + right, y + down);
    }
  }

  /** Tests for a horizontal or vertical segment that crosses a rectangle. */
  static boolean crosses(Point a, Point b, double left, double top, double right, double bottom) {
    return Math.max(a.x(), b.x()) > left
        && Math.min(a.x(), b.x()) < right
        && Math.max(a.y(), b.y()) > top
        && Math.min(a.y(), b.y()) < bottom;
  }

  record Divider(Point from, Point to) {}
}
