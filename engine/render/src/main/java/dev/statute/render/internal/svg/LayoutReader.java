package dev.statute.render.internal.svg;

import dev.statute.render.internal.diagram.DiagramNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.eclipse.elk.graph.ElkEdge;
import org.eclipse.elk.graph.ElkEdgeSection;
import org.eclipse.elk.graph.ElkLabel;
import org.eclipse.elk.graph.ElkNode;
import org.jspecify.annotations.Nullable;

/**
 * Conversion of a finished layout: its coordinates are relative to the enclosing box, those of the
 * result to the page.
 */
final class LayoutReader {
  private final Map<ElkNode, DiagramLayout.Box> boxes;
  private final Map<ElkEdge, DiagramLayout.Wire> wires;

  LayoutReader(Map<ElkNode, DiagramLayout.Box> boxes, Map<ElkEdge, DiagramLayout.Wire> wires) {
    this.boxes = boxes;
    this.wires = wires;
  }

  DiagramLayout plan(ElkNode graph) {
    List<DiagramLayout.Divider> dividers = new ArrayList<>();
    boxes.forEach(
        (elk, box) -> {
          DiagramNode node = box.node();
          if (node != null && node.parallel()) {
            dividers.addAll(dividers(elk));
          }
        });
    return new DiagramLayout(
        graph.getWidth(),
        graph.getHeight(),
        boxes.entrySet().stream().map(e -> box(e.getKey(), e.getValue())).toList(),
        wires.entrySet().stream().map(e -> wire(e.getKey(), e.getValue())).toList(),
        dividers);
  }

  private DiagramLayout.Box box(ElkNode elk, DiagramLayout.Box box) {
    DiagramLayout.Point at = corner(elk);
    boolean touched = !elk.getIncomingEdges().isEmpty() || !elk.getOutgoingEdges().isEmpty();
    boolean apart =
        box.shape() == DiagramLayout.Shape.REGION
            && (touched || dividers(elk.getParent()).isEmpty());
    return new DiagramLayout.Box(
        apart ? DiagramLayout.Shape.APART : box.shape(),
        box.node(),
        box.initial(),
        box.lines(),
        at.x(),
        at.y(),
        elk.getWidth(),
        elk.getHeight());
  }

  private static DiagramLayout.Wire wire(ElkEdge edge, DiagramLayout.Wire wire) {
    DiagramLayout.Point base = corner(edge.getContainingNode());
    List<DiagramLayout.Point> points = new ArrayList<>();
    for (ElkEdgeSection section : edge.getSections()) {
      points.add(base.plus(section.getStartX(), section.getStartY()));
      section.getBendPoints().forEach(bend -> points.add(base.plus(bend.getX(), bend.getY())));
      points.add(base.plus(section.getEndX(), section.getEndY()));
    }
    double x = 0;
    double y = 0;
    for (ElkLabel label : edge.getLabels()) {
      x = base.x() + label.getX();
      y = base.y() + label.getY();
    }
    return new DiagramLayout.Wire(
        wire.style(), wire.both(), wire.from(), wire.to(), List.copyOf(points), wire.lines(), x, y);
  }

  /** Returns lines halfway between regions; none if the regions are not all side by side. */
  private List<DiagramLayout.Divider> dividers(ElkNode elk) {
    List<ElkNode> regions =
        elk.getChildren().stream()
            .filter(child -> isRegion(boxes.get(child)))
            .sorted(Comparator.comparingDouble(ElkNode::getX))
            .toList();
    DiagramLayout.Point at = corner(elk);
    double top = regions.stream().mapToDouble(ElkNode::getY).min().orElse(0);
    List<DiagramLayout.Divider> dividers = new ArrayList<>();
    for (int i = 1; i < regions.size(); i++) {
      double left = regions.get(i - 1).getX() + regions.get(i - 1).getWidth();
      double right = regions.get(i).getX();
      if (left >= right) {
        return List.of();
      }
      double x = at.x() + (left + right) / 2;
      dividers.add(
          new DiagramLayout.Divider(
              new DiagramLayout.Point(x, at.y() + top - 6),
              new DiagramLayout.Point(x, at.y() + elk.getHeight() - 6)));
    }
    return dividers;
  }

  private static boolean isRegion(DiagramLayout.@Nullable Box box) {
    DiagramNode node = box == null ? null : box.node();
    return node != null && !node.kind().isHistory();
  }

  private static DiagramLayout.Point corner(ElkNode elk) {
    DiagramLayout.Point corner = new DiagramLayout.Point(0, 0);
    for (ElkNode at = elk; at != null && at.getParent() != null; at = at.getParent()) {
      corner = corner.plus(at.getX(), at.getY());
    }
    return corner;
  }
}
