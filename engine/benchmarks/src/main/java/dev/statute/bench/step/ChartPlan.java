package dev.statute.bench.step;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Chart as data, from which every library builds its own through its own builder. Ids are unique in
 * a plan; the first child is the initial one.
 *
 * @param events sent events, each with the result of its guard
 */
record ChartPlan(String name, List<Signal> events, Node root) {
  /**
   * Event to send.
   *
   * @param success payload: the condition of a guarded transition
   */
  record Signal(String event, boolean success) {
    Signal(String event) {
      this(event, false);
    }
  }

  /** Kind of a state. */
  enum Kind {
    ATOMIC,
    COMPOUND,
    PARALLEL
  }

  /** State of the chart. */
  record Node(String id, Kind kind, List<Node> children, List<Arc> arcs) {
    static Node atomic(String id) {
      return new Node(id, Kind.ATOMIC, List.of(), List.of());
    }

    static Node compound(String id, Node... children) {
      return new Node(id, Kind.COMPOUND, List.of(children), List.of());
    }

    static Node parallel(String id, Node... children) {
      return new Node(id, Kind.PARALLEL, List.of(children), List.of());
    }

    /** Adds a transition, which is tried last. */
    Node on(String event, String to) {
      return with(new Arc(event, to, false));
    }

    /** Adds a transition that is taken only if the payload has success. */
    Node onSuccess(String event, String to) {
      return with(new Arc(event, to, true));
    }

    /** Tests for an earlier transition on the same event with a guard. */
    boolean isOtherwise(Arc arc) {
      return !arc.guarded
          && arcs.stream().anyMatch(other -> other.guarded && other.event.equals(arc.event));
    }

    private Node with(Arc arc) {
      List<Arc> more = new ArrayList<>(arcs);
      more.add(arc);
      return new Node(id, kind, children, List.copyOf(more));
    }
  }

  /**
   * Transition of a state.
   *
   * @param guarded true if it requires success
   */
  record Arc(String event, String to, boolean guarded) {}

  /** Tests for a flat chart, which any library with states supports. */
  boolean isFlat() {
    return root.kind == Kind.COMPOUND
        && root.children.stream().allMatch(child -> child.kind == Kind.ATOMIC);
  }

  /** Tests for a state with regions. */
  boolean hasRegions() {
    return states().values().stream().anyMatch(node -> node.kind == Kind.PARALLEL);
  }

  /** States by id in document order, without the root. */
  Map<String, Node> states() {
    Map<String, Node> all = new LinkedHashMap<>();
    collect(root, all);
    all.remove(root.id);
    return all;
  }

  private static void collect(Node node, Map<String, Node> all) {
    all.put(node.id, node);
    node.children.forEach(child -> collect(child, all));
  }

  /** Parent of each state except the root. */
  Map<String, Node> parents() {
    Map<String, Node> parents = new LinkedHashMap<>();
    parents(root, parents);
    return parents;
  }

  private static void parents(Node node, Map<String, Node> parents) {
    for (Node child : node.children) {
      parents.put(child.id, node);
      parents(child, parents);
    }
  }

  /** Atomic states among these, in document order, joined by a plus sign. */
  String where(Collection<String> active) {
    StringJoiner atomic = new StringJoiner("+");
    for (Node node : states().values()) {
      if (node.kind == Kind.ATOMIC && active.contains(node.id)) {
        atomic.add(node.id);
      }
    }
    return atomic.toString();
  }

  /** Formats the chart as text for Statute. */
  String yaml() {
    StringBuilder text = new StringBuilder("chart: " + name + "\n");
    body(root, "", null, text);
    return text.toString();
  }

  private static void body(Node node, String indent, @Nullable String id, StringBuilder text) {
    String inner = id == null ? indent : indent + "  ";
    if (id != null) {
      text.append(indent).append(id).append(":\n");
      text.append(inner).append("description: ''\n");
    }
    if (node.kind == Kind.PARALLEL) {
      text.append(inner).append("parallel: true\n");
    }
    transitions(node, inner, text);
    if (!node.children.isEmpty()) {
      text.append(inner).append("states:\n");
      node.children.forEach(child -> body(child, inner + "  ", child.id, text));
    }
  }

  private static void transitions(Node node, String indent, StringBuilder text) {
    Map<String, List<String>> byEvent = new LinkedHashMap<>();
    for (Arc arc : node.arcs) {
      String when = arc.guarded ? "when: event.success, " : "";
      byEvent
          .computeIfAbsent(arc.event, event -> new ArrayList<>())
          .add("{ " + when + "to: " + arc.to + " }");
    }
    if (!byEvent.isEmpty()) {
      text.append(indent).append("on:\n");
      byEvent.forEach(
          (event, arcs) -> text.append(indent).append("  ").append(event + ": " + arcs + "\n"));
    }
  }
}
