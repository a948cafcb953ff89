package dev.statute.render;

/** Writes PlantUML. */
final class PlantUml extends Nested {
  private final Regions regions;

  private PlantUml(Regions regions) {
    this.regions = regions;
  }

  static String draw(Diagram diagram) {
    return new PlantUml(new Regions(diagram.root()))
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
  String arrow(Edge edge) {
    return edge.style() == Edge.Style.MOVE ? " -[dashed]-> " : " --> ";
  }

  @Override
  String mark(Node leaf) {
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
  String leafTitle(Node leaf) {
    return leaf.title();
  }
}
