package dev.statute.render.internal.svg;

import dev.statute.render.internal.diagram.DiagramEdge;
import dev.statute.render.internal.diagram.DiagramNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A picture with everything in its place, in pixels from its upper left corner.
 *
 * @param boxes outer ones before what is in them
 * @param dividers lines between the regions of parallel states
 */
record DiagramLayout(
    double width, double height, List<Box> boxes, List<Wire> wires, List<Divider> dividers) {

  /** What a box stands for. */
  enum Shape {
    STATE,
    COMPOSITE,
    REGION,
    /**
     * A region that no line divides from the others, or that an arrow touches: it has an outline.
     */
    APART,
    HISTORY,
    START,
    ANY
  }

  /**
   * A state, or a mark beside states.
   *
   * @param node the state; of a mark null
   * @param initial whether it is entered by default
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
    /** Whether this is the whole picture. */
    boolean isPage() {
      return shape == Shape.COMPOSITE && x == 0 && y == 0;
    }

    boolean contains(double px, double py) {
      return x <= px && px <= x + width && y <= py && py <= y + height;
    }
  }

  /**
   * An arrow.
   *
   * @param style null = from a start mark
   * @param both whether it goes both ways
   * @param from title of the state that it leaves; of an arrow from any state the one around it, of
   *     a start mark empty
   * @param to title of the state that it enters
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

  record Point(double x, double y) {}

  /** Whether a straight piece of an arrow, level or upright, runs through a rectangle. */
  static boolean crosses(Point a, Point b, double left, double top, double right, double bottom) {
    return Math.max(a.x(), b.x()) > left
        && Math.min(a.x(), b.x()) < right
        && Math.max(a.y(), b.y()) > top
        && Math.min(a.y(), b.y()) < bottom;
  }

  record Divider(Point from, Point to) {}
}
