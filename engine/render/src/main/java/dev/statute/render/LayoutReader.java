package dev.statute.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.elk.graph.ElkBendPoint;
import org.eclipse.elk.graph.ElkEdge;
import org.eclipse.elk.graph.ElkEdgeSection;
import org.eclipse.elk.graph.ElkLabel;
import org.eclipse.elk.graph.ElkNode;
import org.jspecify.annotations.Nullable;

/**
 * Reads a finished layout: its numbers count from the enclosing box, those of a plan from the page.
 */
final class LayoutReader {
  private final Map<ElkNode, LaidOutDiagram.Box> boxes;
  private final Map<ElkEdge, LaidOutDiagram.Wire> wires;

  LayoutReader(Map<ElkNode, LaidOutDiagram.Box> boxes, Map<ElkEdge, LaidOutDiagram.Wire> wires) {
    this.boxes = boxes;
    this.wires = wires;
  }

  LaidOutDiagram plan(ElkNode graph) {
    List<LaidOutDiagram.Divider> dividers = new ArrayList<>();
    boxes.forEach(
        (elk, box) -> {
          DiagramNode node = box.node();
          if (node != null && node.parallel()) {
            dividers.addAll(dividers(elk));
          }
        });
    return new LaidOutDiagram(
        graph.getWidth(),
        graph.getHeight(),
        boxes.entrySet().stream().map(e -> box(e.getKey(), e.getValue())).toList(),
        wires.entrySet().stream().map(e -> wire(e.getKey(), e.getValue())).toList(),
        dividers);
  }

  private LaidOutDiagram.Box box(ElkNode elk, LaidOutDiagram.Box box) {
    LaidOutDiagram.Point at = corner(elk);
    boolean touched = !elk.getIncomingEdges().isEmpty() || !elk.getOutgoingEdges().isEmpty();
    boolean apart =
        box.shape() == LaidOutDiagram.Shape.REGION
            && (touched || dividers(elk.getParent()).isEmpty());
    return new LaidOutDiagram.Box(
        apart ? LaidOutDiagram.Shape.APART : box.shape(),
        box.node(),
        box.initial(),
        box.lines(),
        at.x(),
        at.y(),
        elk.getWidth(),
        elk.getHeight());
  }

  private static LaidOutDiagram.Wire wire(ElkEdge edge, LaidOutDiagram.Wire wire) {
    LaidOutDiagram.Point base = corner(edge.getContainingNode());
    List<LaidOutDiagram.Point> points = new ArrayList<>();
    for (ElkEdgeSection section : edge.getSections()) {
      points.add(
          new LaidOutDiagram.Point(base.x() + section.getStartX(), base.y() + section.getStartY()));
      for (ElkBendPoint bend : section.getBendPoints()) {
        points.add(new LaidOutDiagram.Point(base.x() + bend.getX(), base.y() + bend.getY()));
      }
      points.add(
          new LaidOutDiagram.Point(base.x() + section.getEndX(), base.y() + section.getEndY()));
    }
    double x = 0;
    double y = 0;
    for (ElkLabel label : edge.getLabels()) {
      x = base.x() + label.getX();
      y = base.y() + label.getY();
    }
    return new LaidOutDiagram.Wire(
        wire.style(), wire.both(), List.copyOf(points), wire.lines(), x, y);
  }

  /** Lines halfway between regions; none if the regions do not all stand side by side. */
  private List<LaidOutDiagram.Divider> dividers(ElkNode elk) {
    List<ElkNode> regions =
        elk.getChildren().stream()
            .filter(child -> isRegion(boxes.get(child)))
            .sorted((a, b) -> Double.compare(a.getX(), b.getX()))
            .toList();
    LaidOutDiagram.Point at = corner(elk);
    double top = regions.stream().mapToDouble(ElkNode::getY).min().orElse(0);
    List<LaidOutDiagram.Divider> dividers = new ArrayList<>();
    for (int i = 1; i < regions.size(); i++) {
      double left = regions.get(i - 1).getX() + regions.get(i - 1).getWidth();
      double right = regions.get(i).getX();
      if (left >= right) {
        return List.of();
      }
      double x = at.x() + (left + right) / 2;
      dividers.add(
          new LaidOutDiagram.Divider(
              new LaidOutDiagram.Point(x, at.y() + top - 6),
              new LaidOutDiagram.Point(x, at.y() + elk.getHeight() - 6)));
    }
    return dividers;
  }

  private static boolean isRegion(LaidOutDiagram.@Nullable Box box) {
    DiagramNode node = box == null ? null : box.node();
    return node != null && !node.kind().isHistory();
  }

  private static LaidOutDiagram.Point corner(ElkNode elk) {
    double x = 0;
    double y = 0;
    for (ElkNode at = elk; at != null && at.getParent() != null; at = at.getParent()) {
      x += at.getX();
      y += at.getY();
    }
    return new LaidOutDiagram.Point(x, y);
  }
}
