package dev.statute.step.reference;

import dev.statute.chart.StateDefinition;
import dev.statute.chart.StateDefinition.Kind;
import java.util.ArrayList;
import java.util.List;

/** State of the reference interpreter. */
final class ReferenceNode {
  final StateDefinition definition;
  final ReferenceNode parent;
  final int order;
  final List<ReferenceNode> all;
  final List<ReferenceNode> children = new ArrayList<>();

  ReferenceNode(StateDefinition definition, ReferenceNode parent, List<ReferenceNode> all) {
    this.definition = definition;
    this.parent = parent;
    this.all = all;
    order = all.size();
    all.add(this);
    definition.states().forEach(child -> children.add(new ReferenceNode(child, this, all)));
  }

  String id() {
    return definition.id().value();
  }

  Kind kind() {
    return definition.kind();
  }

  boolean isAtomic() {
    return kind() == Kind.ATOMIC || kind() == Kind.FINAL;
  }

  boolean isDescendantOf(ReferenceNode other) {
    return parent != null && (parent == other || parent.isDescendantOf(other));
  }

  /**
   * Returns the ancestors from the parent up to {@code stop}, exclusive; up to the root if it is
   * null.
   */
  List<ReferenceNode> properAncestors(ReferenceNode stop) {
    List<ReferenceNode> ancestors = new ArrayList<>();
    for (ReferenceNode n = parent; n != null && n != stop; n = n.parent) {
      ancestors.add(n);
    }
    return ancestors;
  }

  List<ReferenceNode> regions() {
    return children.stream().filter(child -> !child.kind().isHistory()).toList();
  }

  ReferenceNode find(String id) {
    return all.stream()
        .filter(n -> n.parent != null && n.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public String toString() {
    return id();
  }
}
