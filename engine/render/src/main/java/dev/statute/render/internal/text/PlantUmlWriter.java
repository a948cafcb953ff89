package dev.statute.render.internal.text;

import dev.statute.render.internal.diagram.ChartDiagram;
import dev.statute.render.internal.diagram.DiagramEdge;
import dev.statute.render.internal.diagram.DiagramNode;

/** Writer of PlantUML. */
public final class PlantUmlWriter extends NestedNotationWriter {
  private final RegionBoundaries regions;

  private PlantUmlWriter(RegionBoundaries regions) {
    this.regions = regions;
  }

  public static String render(ChartDiagram diagram) {
    return new PlantUmlWriter(new RegionBoundaries(diagram.root()))
        .write("@startuml\n  hide empty description\n", diagram, "@enduml\n");
  }

  @Override
  boolean isClosed() {
    return true;
  }

  @Override
  String reach(String node, String other) {
    return regions.reach(node, other);
  }

  @Override
  String box(String from, String to) {
    return regions.box(from, to);
  }

  @Override
  String title(String text) {
    return text.replace("\"", "'");
  }

  @Override
  String label(String text) {
    return text.replace("\\", "\\\\");
  }

  @Override
  String newline() {
    return "\\n";
  }

  @Override
  String arrow(DiagramEdge edge) {
    return edge.style() == DiagramEdge.Style.MOVE ? " -[dashed]-> " : " --> ";
  }

  @Override
  String mark(DiagramNode leaf) {
    return switch (leaf.kind()) {
      case SHALLOW_HISTORY -> " <<history>>";
      case DEEP_HISTORY -> " <<history*>>";
      case ATOMIC, COMPOUND, PARALLEL, FINAL -> "";
    };
  }

  @Override
  String leaf(String name) {
    return "state " + name;
  }

  @Override
  String leafTitle(DiagramNode leaf) {
    return leaf.title();
  }
}
