package dev.statute.render.internal.diagram;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.ChartIndex;
import dev.statute.chart.InitialDefinition;
import dev.statute.chart.MoveDefinition;
import dev.statute.chart.RowDefinition;
import dev.statute.chart.StateDefinition;
import dev.statute.chart.TransitionDefinition;
import dev.statute.problem.SourceText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Content of a picture, independent of the language: both forms of the chart language joined,
 * targets resolved, arrows between the same ends combined.
 */
public record ChartDiagram(DiagramNode root, List<DiagramEdge> edges) {

  public static ChartDiagram of(ChartDefinition chart) {
    return new Builder(chart).build();
  }

  private record EdgeEnds(String from, String to, DiagramEdge.Style style, boolean internal) {}

  private static final class Builder {
    private final ChartDefinition chart;
    private final TransitionLabels labels;
    private final NodeIds names = new NodeIds();
    private final ChartIndex index;
    private final Map<EdgeEnds, List<TransitionCaption>> arrows = new LinkedHashMap<>();
    private final Set<String> anyNodes = new LinkedHashSet<>();

    Builder(ChartDefinition chart) {
      this.chart = chart;
      this.labels = new TransitionLabels(chart);
      this.index = ChartIndex.of(chart);
    }

    ChartDiagram build() {
      index.states().forEach(this::arrowsOf);
      for (RowDefinition row : chart.rows()) {
        for (SourceText from : row.from()) {
          transition(source(from), row.transition(), labels.of(row.transition()));
        }
      }
      for (MoveDefinition move : chart.moves()) {
        SourceText from = move.from();
        move(from == null ? chart.root().id().value() : source(from), move);
      }
      List<DiagramEdge> edges = new ArrayList<>();
      arrows.forEach(
          (ends, captions) ->
              edges.add(
                  new DiagramEdge(
                      ends.from, ends.to, ends.style, ends.internal, List.copyOf(captions))));
      return new ChartDiagram(node(chart.root()), List.copyOf(edges));
    }

    private void arrowsOf(StateDefinition state) {
      String id = state.id().value();
      Set<String> asked = new HashSet<>();
      for (TransitionDefinition transition : state.transitions()) {
        TransitionCaption caption = labels.of(transition);
        if (!caption.condition().isEmpty()) {
          asked.add(caption.trigger());
        } else if (asked.contains(caption.trigger())) {
          caption = caption.otherwise();
        }
        transition(id, transition, caption);
      }
      state.moves().forEach(move -> move(id, move));
      InitialDefinition initial = state.initial();
      if (state.kind().isHistory() && initial != null) {
        for (SourceText target : initial.targets()) {
          arrow(
              id,
              resolve(target),
              DiagramEdge.Style.HISTORY_DEFAULT,
              false,
              TransitionCaption.NONE);
        }
      }
    }

    private void transition(
        String source, TransitionDefinition transition, TransitionCaption caption) {
      if (transition.targets().isEmpty()) {
        arrow(source, source, DiagramEdge.Style.TRANSITION, true, caption);
      }
      for (SourceText target : transition.targets()) {
        arrow(source, resolve(target), DiagramEdge.Style.TRANSITION, false, caption);
      }
    }

    private void move(String source, MoveDefinition move) {
      arrow(source, resolve(move.to()), DiagramEdge.Style.MOVE, false, labels.of(move));
    }

    private void arrow(
        String from, String to, DiagramEdge.Style style, boolean stays, TransitionCaption caption) {
      String begin = names.of(from);
      String end = names.of(to);
      if (leadsBack(from, to)) {
        anyNodes.add(from);
        begin = DiagramNode.anyNameOf(begin);
        end = from.equals(to) && (stays || from.equals(chart.root().id().value())) ? begin : end;
      }
      List<TransitionCaption> captions =
          arrows.computeIfAbsent(new EdgeEnds(begin, end, style, stays), e -> new ArrayList<>());
      if (!captions.contains(caption)) {
        captions.add(caption);
      }
    }

    /** Tests for a composite {@code from} that is or contains {@code to}. */
    private boolean leadsBack(String from, String to) {
      int outer = number(from);
      int inner = number(to);
      boolean composite = index.subtreeEnd(outer) > outer + 1;
      return composite && (inner == outer || index.isDescendant(inner, outer));
    }

    private int number(String id) {
      return Math.max(0, index.number(id));
    }

    private String source(SourceText from) {
      return from.value().equals("any") && index.resolve("any") < 0
          ? chart.root().id().value()
          : resolve(from);
    }

    private String resolve(SourceText target) {
      return index.state(Math.max(0, index.resolve(target.value()))).id().value();
    }

    private DiagramNode node(StateDefinition state) {
      List<DiagramNode> children = state.states().stream().map(this::node).toList();
      String id = state.id().value();
      return new DiagramNode(
          names.of(id), id, state, children, initial(state), anyNodes.contains(id));
    }

    private List<String> initial(StateDefinition state) {
      InitialDefinition initial = state.initial();
      if (initial != null && !state.kind().isHistory()) {
        return initial.targets().stream().map(this::resolve).map(names::of).toList();
      }
      if (state.kind() != StateDefinition.Kind.COMPOUND) {
        return List.of();
      }
      return state.states().stream()
          .filter(child -> !child.kind().isHistory())
          .limit(1)
          .map(child -> names.of(child.id().value()))
          .toList();
    }
  }
}
