package dev.statute.render.internal.diagram;

import dev.statute.chart.ChartIndex;
import dev.statute.chart.StateDefinition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Identifiers valid in every drawing language: the state's id if valid, else derived from it. */
final class NodeIds {
  /** Reserved words of the drawing languages. */
  private static final Set<String> KEPT =
      Set.of(
          ("accdescr acctitle as class classdef click default digraph direction edge end fork graph"
                  + " hide href join node note scale state strict style subgraph title")
              .split(" "));

  private final Set<String> used = new HashSet<>();

  private NodeIds() {}

  /**
   * Returns the identifiers by number; the root is named last, as it may have the id of a state.
   */
  static List<String> of(ChartIndex index) {
    NodeIds ids = new NodeIds();
    List<String> names = new ArrayList<>();
    for (StateDefinition state : index.states().subList(1, index.size())) {
      names.add(ids.make(state.id().value()));
    }
    names.add(0, ids.make(index.state(0).id().value()));
    return List.copyOf(names);
  }

  private String make(String id) {
    String clean = id.replaceAll("[^A-Za-z0-9_]", "_").replaceFirst("^(?=\\d+[A-Za-z_])", "_");
    if (KEPT.contains(clean.toLowerCase(Locale.ROOT)) || clean.startsWith("any_")) {
      clean = clean + "_";
    }
    String name = clean;
    for (int n = 2; !Collections.disjoint(used, withMarks(name)); n++) {
      name = clean + "_" + n;
    }
    used.addAll(withMarks(name));
    return name;
  }

  /** Returns an identifier and those of the marks in the state. */
  private static List<String> withMarks(String name) {
    return List.of(name, DiagramNode.anyNameOf(name), DiagramNode.startNameOf(name));
  }
}
