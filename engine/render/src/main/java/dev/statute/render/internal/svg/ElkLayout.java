package dev.statute.render.internal.svg;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.StateDefinition;
import dev.statute.render.internal.diagram.ChartDiagram;
import dev.statute.render.internal.diagram.DiagramEdge;
import dev.statute.render.internal.diagram.DiagramNode;
import dev.statute.render.internal.diagram.TransitionCaption;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.eclipse.elk.alg.layered.options.CycleBreakingStrategy;
import org.eclipse.elk.alg.layered.options.LayeredOptions;
import org.eclipse.elk.core.RecursiveGraphLayoutEngine;
import org.eclipse.elk.core.math.ElkPadding;
import org.eclipse.elk.core.math.KVector;
import org.eclipse.elk.core.options.CoreOptions;
import org.eclipse.elk.core.options.Direction;
import org.eclipse.elk.core.options.EdgeLabelPlacement;
import org.eclipse.elk.core.options.EdgeRouting;
import org.eclipse.elk.core.options.HierarchyHandling;
import org.eclipse.elk.core.options.SizeConstraint;
import org.eclipse.elk.core.util.BasicProgressMonitor;
import org.eclipse.elk.graph.ElkEdge;
import org.eclipse.elk.graph.ElkLabel;
import org.eclipse.elk.graph.ElkNode;
import org.eclipse.elk.graph.ElkPort;
import org.eclipse.elk.graph.util.ElkGraphUtil;
import org.jspecify.annotations.Nullable;

/**
 * Layout by the layered algorithm of the Eclipse Layout Kernel (Sugiyama's, over all levels of
 * nesting at once). Converts a chart to the kernel's graph: boxes with the size of their text,
 * arrows with the size of their labels.
 */
final class ElkLayout {
  static final double TITLE_SIZE = 13;
  private static final double PAGE_TITLE_SIZE = 17;
  static final double TITLE_HEIGHT = 24;
  static final double MARGIN = 12;
  private static final double CHIP_HEIGHT = 20;
  private static final int MOST_LAYOUTS = 10;

  private final StateLabel face;
  private final Map<String, ElkNode> nodes = new LinkedHashMap<>();
  private final Map<ElkNode, DiagramLayout.Box> boxes = new LinkedHashMap<>();
  private final Map<ElkEdge, DiagramLayout.Wire> wires = new LinkedHashMap<>();
  private final Map<String, String> titles = new LinkedHashMap<>();
  private final Map<String, ElkPort> arrivals = new LinkedHashMap<>();
  private final ChartDiagram diagram;
  private final TitleClearance clearance;

  private ElkLayout(ChartDefinition chart, TitleClearance clearance) {
    this.clearance = clearance;
    this.diagram = ChartDiagram.of(chart);
    addTitles(diagram.root());
    this.face = new StateLabel(chart, diagram.edges());
  }

  static DiagramLayout of(ChartDefinition chart) {
    TitleClearance clearance = new TitleClearance();
    DiagramLayout plan = new ElkLayout(chart, clearance).plan();
    for (int i = 0; i < MOST_LAYOUTS && clearance.enlarge(plan); i++) {
      plan = new ElkLayout(chart, clearance).plan();
    }
    return plan;
  }

  private void addTitles(DiagramNode node) {
    titles.put(node.name(), node.title());
    titles.put(node.anyName(), node.title());
    node.children().forEach(this::addTitles);
  }

  private DiagramLayout plan() {
    ElkNode graph = ElkGraphUtil.createGraph();
    List<TextLine> head = face.head(diagram.root());
    DiagramLayout.Box frame =
        new DiagramLayout.Box(DiagramLayout.Shape.COMPOSITE, diagram.root(), false, head);
    options(graph);
    addChildren(graph, frame, true);
    arrows();
    new RecursiveGraphLayoutEngine().layout(graph, new BasicProgressMonitor());
    return new LayoutReader(boxes, wires).plan(graph);
  }

  private static void options(ElkNode graph) {
    graph.setProperty(CoreOptions.ALGORITHM, LayeredOptions.ALGORITHM_ID);
    graph.setProperty(CoreOptions.HIERARCHY_HANDLING, HierarchyHandling.INCLUDE_CHILDREN);
    graph.setProperty(CoreOptions.RANDOM_SEED, 1);
    graph.setProperty(LayeredOptions.CYCLE_BREAKING_STRATEGY, CycleBreakingStrategy.DEPTH_FIRST);
  }

  /** Adds the children of a box. */
  private void addChildren(ElkNode elk, DiagramLayout.Box box, boolean root) {
    DiagramNode node = Objects.requireNonNull(box.node());
    boxes.put(elk, box);
    nodes.put(node.name(), elk);
    elk.setProperty(CoreOptions.DIRECTION, Direction.DOWN);
    elk.setProperty(CoreOptions.EDGE_ROUTING, EdgeRouting.ORTHOGONAL);
    elk.setProperty(LayeredOptions.SPACING_NODE_NODE, 32d);
    elk.setProperty(LayeredOptions.SPACING_NODE_NODE_BETWEEN_LAYERS, 30d);
    elk.setProperty(LayeredOptions.SPACING_EDGE_NODE, 16d);
    elk.setProperty(LayeredOptions.SPACING_EDGE_NODE_BETWEEN_LAYERS, 16d);
    elk.setProperty(LayeredOptions.SPACING_EDGE_EDGE, 12d);
    elk.setProperty(LayeredOptions.SPACING_EDGE_EDGE_BETWEEN_LAYERS, 12d);
    elk.setProperty(LayeredOptions.SPACING_EDGE_LABEL, 3d);
    double head = head(node, box.lines()) + (root ? 18 : 12);
    double width = root ? pageWidth(node, box.lines()) : width(node, box.lines());
    double left = 18 + clearance.of(node);
    elk.setProperty(CoreOptions.PADDING, new ElkPadding(head, 18, 18, left));
    elk.setProperty(CoreOptions.NODE_SIZE_CONSTRAINTS, EnumSet.of(SizeConstraint.MINIMUM_SIZE));
    elk.setProperty(CoreOptions.NODE_SIZE_MINIMUM, new KVector(width, head));
    if (!node.initial().isEmpty()) {
      ElkNode start = leaf(elk, DiagramLayout.Shape.START, null, List.of(), 12, 12);
      nodes.put("start " + node.name(), start);
    }
    if (node.hasAnyNode() && hasArrows(node.anyName())) {
      nodes.put(node.anyName(), leaf(elk, DiagramLayout.Shape.ANY, null, List.of(), 82, 26));
    }
    for (DiagramNode child : node.children()) {
      child(elk, node, child);
    }
  }

  private boolean hasArrows(String name) {
    return diagram.edges().stream()
        .anyMatch(e -> !e.internal() && (e.from().equals(name) || e.to().equals(name)));
  }

  private void child(ElkNode parent, DiagramNode outer, DiagramNode node) {
    List<TextLine> lines = face.of(node);
    boolean initial = outer.initial().contains(node.name());
    if (node.composite()) {
      DiagramLayout.Shape shape =
          outer.parallel() ? DiagramLayout.Shape.REGION : DiagramLayout.Shape.COMPOSITE;
      ElkNode elk = ElkGraphUtil.createNode(parent);
      addChildren(elk, new DiagramLayout.Box(shape, node, initial, lines), false);
      return;
    }
    if (node.kind().isHistory()) {
      double width = TextMetrics.width(node.title(), TextLine.SIZE, false) + 46;
      nodes.put(node.name(), leaf(parent, DiagramLayout.Shape.HISTORY, node, lines, width, 26));
      return;
    }
    double height =
        TITLE_HEIGHT
            + (lines.isEmpty() ? 6 : lines.size() * TextLine.HEIGHT + 10)
            + (node.state().tags().isEmpty() ? 0 : CHIP_HEIGHT);
    ElkNode elk = ElkGraphUtil.createNode(parent);
    elk.setDimensions(width(node, lines), height);
    boxes.put(elk, new DiagramLayout.Box(DiagramLayout.Shape.STATE, node, initial, lines));
    nodes.put(node.name(), elk);
  }

  private ElkNode leaf(
      ElkNode parent,
      DiagramLayout.Shape shape,
      @Nullable DiagramNode node,
      List<TextLine> lines,
      double width,
      double height) {
    ElkNode elk = ElkGraphUtil.createNode(parent);
    elk.setDimensions(width, height);
    boxes.put(elk, new DiagramLayout.Box(shape, node, false, lines));
    return elk;
  }

  /** Returns the height of title, tags and lines of a composite state above its contents. */
  static double head(DiagramNode node, List<TextLine> lines) {
    return TITLE_HEIGHT
        + 4
        + lines.size() * TextLine.HEIGHT
        + (node.state().tags().isEmpty() ? 0 : CHIP_HEIGHT);
  }

  private static double pageWidth(DiagramNode node, List<TextLine> lines) {
    double title = TextMetrics.width(node.title(), PAGE_TITLE_SIZE, true);
    return Math.max(title, TextLine.widest(lines)) + 2 * 18;
  }

  /** Returns the width of the text of a state's box, with its margins. */
  static double width(DiagramNode node, List<TextLine> lines) {
    double title = TextMetrics.width(node.title(), TITLE_SIZE, true);
    double chips =
        node.state().tags().stream()
            .mapToDouble(tag -> TextMetrics.width(tag.value(), 10, false) + 18)
            .sum();
    boolean ends = node.kind() == StateDefinition.Kind.FINAL;
    return Math.max(Math.max(title, TextLine.widest(lines)), chips) + 2 * MARGIN + (ends ? 8 : 0);
  }

  /**
   * Adds the arrows. A direct move beside a transition between the same states, or back and forth,
   * is one arrow.
   */
  private void arrows() {
    Set<DiagramEdge> drawn = new HashSet<>();
    starts(diagram.root());
    for (DiagramEdge edge : diagram.edges()) {
      if (edge.internal() || isOwnMove(edge) || !drawn.add(edge)) {
        continue;
      }
      List<TextLine> lines =
          new ArrayList<>(
              edge.captions().stream().flatMap(caption -> TextLine.of(caption).stream()).toList());
      boolean both = false;
      for (DiagramEdge other : diagram.edges()) {
        if (!isPlainMove(other) || isOwnMove(other) || drawn.contains(other)) {
          continue;
        }
        boolean back = other.from().equals(edge.to()) && other.to().equals(edge.from());
        boolean beside = other.from().equals(edge.from()) && other.to().equals(edge.to());
        if (beside && edge.style() == DiagramEdge.Style.TRANSITION) {
          drawn.add(other);
          lines.add(TextLine.quiet("or a direct move"));
        } else if (back && isPlainMove(edge)) {
          drawn.add(other);
          both = true;
        }
      }
      arrow(edge, both, lines);
    }
  }

  private static boolean isPlainMove(DiagramEdge edge) {
    return edge.style() == DiagramEdge.Style.MOVE
        && edge.captions().stream().allMatch(TransitionCaption.NONE::equals);
  }

  /** Tests for a move to itself, which is written in the state's box. */
  static boolean isOwnMove(DiagramEdge edge) {
    return isPlainMove(edge) && edge.from().equals(edge.to());
  }

  private void starts(DiagramNode node) {
    for (String target : node.initial()) {
      arrow("start " + node.name(), target, null, false, List.of());
    }
    node.children().forEach(this::starts);
  }

  private void arrow(DiagramEdge edge, boolean both, List<TextLine> lines) {
    ElkEdge elk = arrow(edge.from(), edge.to(), edge.style(), both, lines);
    if (isPlainMove(edge) && !both) {
      // moves to one state are merged before they reach it
      ElkNode target = node(edge.to());
      ElkPort port =
          arrivals.computeIfAbsent(
              edge.to(),
              name -> {
                ElkPort made = ElkGraphUtil.createPort(target);
                made.setDimensions(0, 0);
                return made;
              });
      elk.getTargets().clear();
      elk.getTargets().add(port);
    }
  }

  private ElkEdge arrow(
      String from,
      String to,
      DiagramEdge.@Nullable Style style,
      boolean both,
      List<TextLine> lines) {
    ElkEdge edge = ElkGraphUtil.createSimpleEdge(node(from), node(to));
    if (!lines.isEmpty()) {
      ElkLabel label = ElkGraphUtil.createLabel(edge);
      label.setText("label");
      label.setDimensions(TextLine.widest(lines) + 8, lines.size() * TextLine.HEIGHT + 2);
      label.setProperty(CoreOptions.EDGE_LABELS_PLACEMENT, EdgeLabelPlacement.CENTER);
      label.setProperty(CoreOptions.EDGE_LABELS_INLINE, true);
    }
    wires.put(
        edge, new DiagramLayout.Wire(style, both, title(from), title(to), List.of(), lines, 0, 0));
    return edge;
  }

  private String title(String name) {
    return titles.getOrDefault(name, "");
  }

  private ElkNode node(String name) {
    return Objects.requireNonNull(nodes.get(name), name);
  }
}
