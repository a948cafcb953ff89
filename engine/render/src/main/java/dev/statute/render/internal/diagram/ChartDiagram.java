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
    private final ChartIndex index;
    private final List<String> names;
    private final Map<EdgeEnds, List<TransitionCaption>> arrows = new LinkedHashMap<>();
    private final Set<Integer> anyNodes = new HashSet<>();

    Builder(ChartDefinition chart) {
      this.chart = chart;
      this.labels = new TransitionLabels(chart);
      this.index = ChartIndex.of(chart);
      this.names = NodeIds.of(index);
    }

    ChartDiagram build() {
      for (int number = 0; number < index.size(); number++) {
        arrowsOf(number, index.state(number));
      }
      for (RowDefinition row : chart.rows()) {
        for (SourceText from : row.from()) {
          transition(resolve(from), row.transition(), labels.of(row.transition()));
        }
      }
      for (MoveDefinition move : chart.moves()) {
        SourceText from = move.from();
        move(from == null ? 0 : resolve(from), move);
      }
      List<DiagramEdge> edges = new ArrayList<>();
      arrows.forEach(
          (ends, captions) ->
              edges.add(
                  new DiagramEdge(
                      ends.from, ends.to, ends.style, ends.internal, List.copyOf(captions))));
      return new ChartDiagram(node(0), List.copyOf(edges));
    }

    private void arrowsOf(int number, StateDefinition state) {
      Set<String> asked = new HashSet<>();
      for (TransitionDefinition transition : state.transitions()) {
        TransitionCaption caption = labels.of(transition);
        if (!caption.condition().isEmpty()) {
          asked.add(caption.trigger());
        } else if (asked.contains(caption.trigger())) {
          caption = caption.otherwise();
        }
        transition(number, transition, caption);
      }
      state.moves().forEach(move -> move(number, move));
      InitialDefinition initial = state.initial();
      if (state.kind().isHistory() && initial != null) {
        for (SourceText target : initial.targets()) {
          arrow(
              number,
              resolve(target),
              DiagramEdge.Style.HISTORY_DEFAULT,
              false,
              TransitionCaption.NONE);
        }
      }
    }

    private void transition(
        int source, TransitionDefinition transition, TransitionCaption caption) {
      if (transition.targets().isEmpty()) {
        arrow(source, source, DiagramEdge.Style.TRANSITION, true, caption);
      }
      for (SourceText target : transition.targets()) {
        arrow(source, resolve(target), DiagramEdge.Style.TRANSITION, false, caption);
      }
    }

    private void move(int source, MoveDefinition move) {
      arrow(source, resolve(move.to()), DiagramEdge.Style.MOVE, false, labels.of(move));
    }

    private void arrow(
        int from, int to, DiagramEdge.Style style, boolean stays, TransitionCaption caption) {
      String begin = names.get(from);
      String end = names.get(to);
      if (leadsBack(from, to)) {
        anyNodes.add(from);
        begin = DiagramNode.anyNameOf(begin);
        end = from == to && (stays || from == 0) ? begin : end;
      }
      List<TransitionCaption> captions =
          arrows.computeIfAbsent(new EdgeEnds(begin, end, style, stays), e -> new ArrayList<>());
      if (!captions.contains(caption)) {
        captions.add(caption);
      }
    }

    /** Tests for a composite {@code from} that is or contains {@code to}. */
    private boolean leadsBack(int from, int to) {
      boolean composite = index.subtreeEnd(from) > from + 1;
      return composite && (to == from || index.isDescendant(to, from));
    }

    /** Returns the number of a state; {@code any} is the root. */
    private int resolve(SourceText target) {
      return Math.max(0, index.resolve(target.value()));
    }

    private DiagramNode node(int number) {
      List<DiagramNode> children = index.children(number).stream().map(this::node).toList();
      StateDefinition state = index.state(number);
      return new DiagramNode(
          names.get(number),
          state.id().value(),
          state,
          children,
          initial(number, state),
          anyNodes.contains(number));
    }

    private List<String> initial(int number, StateDefinition state) {
      InitialDefinition initial = state.initial();
      if (initial != null && !state.kind().isHistory()) {
        return initial.targets().stream().map(this::resolve).map(names::get).toList();
      }
      return state.kind() == StateDefinition.Kind.COMPOUND
          ? index.childStates(number).stream().limit(1).map(names::get).toList()
          : List.of();
    }
  }
}
