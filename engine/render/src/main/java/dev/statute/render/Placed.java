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
final class Placed {
  private final Map<ElkNode, Plan.Box> boxes;
  private final Map<ElkEdge, Plan.Wire> wires;

  Placed(Map<ElkNode, Plan.Box> boxes, Map<ElkEdge, Plan.Wire> wires) {
    this.boxes = boxes;
    this.wires = wires;
  }

  Plan plan(ElkNode graph) {
    List<Plan.Divider> dividers = new ArrayList<>();
    boxes.forEach(
        (elk, box) -> {
          Node node = box.node();
          if (node != null && node.parallel()) {
            dividers.addAll(dividers(elk));
          }
        });
    return new Plan(
        graph.getWidth(),
        graph.getHeight(),
        boxes.entrySet().stream().map(e -> box(e.getKey(), e.getValue())).toList(),
        wires.entrySet().stream().map(e -> wire(e.getKey(), e.getValue())).toList(),
        dividers);
  }

  private Plan.Box box(ElkNode elk, Plan.Box box) {
    Plan.Point at = corner(elk);
    boolean touched = !elk.getIncomingEdges().isEmpty() || !elk.getOutgoingEdges().isEmpty();
    boolean apart =
        box.shape() == Plan.Shape.REGION && (touched || dividers(elk.getParent()).isEmpty());
    return new Plan.Box(
        apart ? Plan.Shape.APART : box.shape(),
        box.node(),
        box.initial(),
        box.lines(),
        at.x(),
        at.y(),
        elk.getWidth(),
        elk.getHeight());
  }

  private static Plan.Wire wire(ElkEdge edge, Plan.Wire wire) {
    Plan.Point base = corner(edge.getContainingNode());
    List<Plan.Point> points = new ArrayList<>();
    for (ElkEdgeSection section : edge.getSections()) {
      points.add(new Plan.Point(base.x() + section.getStartX(), base.y() + section.getStartY()));
      for (ElkBendPoint bend : section.getBendPoints()) {
        points.add(new Plan.Point(base.x() + bend.getX(), base.y() + bend.getY()));
      }
      points.add(new Plan.Point(base.x() + section.getEndX(), base.y() + section.getEndY()));
    }
    double x = 0;
    double y = 0;
    for (ElkLabel label : edge.getLabels()) {
      x = base.x() + label.getX();
      y = base.y() + label.getY();
    }
    return new Plan.Wire(wire.style(), wire.both(), List.copyOf(points), wire.lines(), x, y);
  }

  /** Lines halfway between regions; none if the regions do not all stand side by side. */
  private List<Plan.Divider> dividers(ElkNode elk) {
    List<ElkNode> regions =
        elk.getChildren().stream()
            .filter(child -> isRegion(boxes.get(child)))
            .sorted((a, b) -> Double.compare(a.getX(), b.getX()))
            .toList();
    Plan.Point at = corner(elk);
    double top = regions.stream().mapToDouble(ElkNode::getY).min().orElse(0);
    List<Plan.Divider> dividers = new ArrayList<>();
    for (int i = 1; i < regions.size(); i++) {
      double left = regions.get(i - 1).getX() + regions.get(i - 1).getWidth();
      double right = regions.get(i).getX();
      if (left >= right) {
        return List.of();
      }
      double x = at.x() + (left + right) / 2;
      dividers.add(
          new Plan.Divider(
              new Plan.Point(x, at.y() + top - 6),
              new Plan.Point(x, at.y() + elk.getHeight() - 6)));
    }
    return dividers;
  }

  private static boolean isRegion(Plan.@Nullable Box box) {
    Node node = box == null ? null : box.node();
    return node != null && !node.kind().isHistory();
  }

  private static Plan.Point corner(ElkNode elk) {
    double x = 0;
    double y = 0;
    for (ElkNode at = elk; at != null && at.getParent() != null; at = at.getParent()) {
      x += at.getX();
      y += at.getY();
    }
    return new Plan.Point(x, y);
  }
}
