package dev.statute.render.internal.text;

import dev.statute.render.internal.diagram.DiagramNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Boxes and regions around each node of a picture, for a language without arrows across the border
 * of a region: these end at the parallel state instead, and are written inside the region.
 */
final class RegionBoundaries {
  /** Inside of a composite state, or of the region of a parallel one with this child. */
  private record Box(String state, String region) {
    String name() {
      return region.isEmpty() ? state : beside(region);
    }
  }

  /** Returns the name of the region of a parallel state with this child. */
  static String beside(String child) {
    return child + " and beside";
  }

  private final Map<String, List<Box>> boxes = new HashMap<>();

  RegionBoundaries(DiagramNode root) {
    add(root, List.of(), root.parallel());
  }

  private void add(DiagramNode node, List<Box> around, boolean boxed) {
    boxes.put(node.name(), around);
    boxes.put(node.anyName(), node.parallel() ? around : in(around, node, "", boxed));
    for (DiagramNode child : node.children()) {
      boolean beside = node.parallel() && child.kind().isHistory();
      String region = node.parallel() ? child.name() : "";
      add(child, beside ? around : in(around, node, region, boxed), true);
    }
  }

  private static List<Box> in(List<Box> around, DiagramNode node, String region, boolean boxed) {
    return boxed ? plus(around, new Box(node.name(), region)) : around;
  }

  private static List<Box> plus(List<Box> around, Box box) {
    return Stream.concat(around.stream(), Stream.of(box)).toList();
  }

  /**
   * Returns the possible end of an arrow between a node and another one: the node, or the state
   * that it cannot enter.
   */
  String reach(String node, String other) {
    List<Box> shared = of(other);
    return of(node).stream()
        .filter(box -> !box.region.isEmpty() && !shared.contains(box))
        .findFirst()
        .map(Box::state)
        .orElse(node);
  }

  /**
   * Returns the place of an arrow between two nodes: the innermost box that contains both ends, or
   * that is one of them and contains the other. The name of a composite state or of a region; empty
   * outside of all.
   */
  String box(String from, String to) {
    String first = reach(from, to);
    String last = reach(to, from);
    boolean loop = first.equals(last);
    // around both, and their own
    List<Box> begin = loop ? of(first) : plus(of(first), new Box(first, ""));
    List<Box> end = loop ? begin : plus(of(last), new Box(last, ""));
    return begin.stream().filter(end::contains).map(Box::name).reduce("", (outer, inner) -> inner);
  }

  private List<Box> of(String node) {
    return boxes.getOrDefault(node, List.of());
  }
}
