package dev.statute.render.internal.svg;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.ChartDefinition;
import dev.statute.chart.ChartIndex;
import dev.statute.chart.InvokeDefinition;
import dev.statute.chart.PackReference;
import dev.statute.chart.StateDefinition;
import dev.statute.chart.TimerDefinition;
import dev.statute.problem.SourceText;
import dev.statute.render.internal.diagram.ActionSummary;
import dev.statute.render.internal.diagram.DiagramEdge;
import dev.statute.render.internal.diagram.DiagramNode;
import dev.statute.render.internal.diagram.TransitionCaption;
import dev.statute.render.internal.diagram.TransitionLabels;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Lines in a state's box below its name, and at the head of the picture. */
final class StateLabel {
  private final ChartDefinition chart;
  private final ChartIndex index;
  private final TransitionLabels labels;
  private final List<DiagramEdge> edges;

  StateLabel(ChartDefinition chart, List<DiagramEdge> edges) {
    this.chart = chart;
    this.index = ChartIndex.of(chart);
    this.labels = new TransitionLabels(chart);
    this.edges = edges;
  }

  /** Returns the state's own behaviour: actions, invocations, timers, and inner transitions. */
  List<TextLine> of(DiagramNode node) {
    StateDefinition state = node.state();
    List<TextLine> lines = new ArrayList<>();
    doing(lines, "entry", state.entry());
    doing(lines, "exit", state.exit());
    for (InvokeDefinition invoke : state.invokes()) {
      SourceText name = invoke.chart() == null ? invoke.task() : invoke.chart();
      lines.add(TextLine.quiet("invoke " + (name == null ? "" : name.value())));
    }
    if (!state.defer().isEmpty()) {
      lines.add(TextLine.quiet("defers " + joined(state.defer())));
    }
    if (!state.requires().isEmpty()) {
      lines.add(TextLine.quiet("requires " + joined(state.requires())));
    }
    for (TimerDefinition timer : chart.timers().values()) {
      if (timer.in().stream().anyMatch(in -> isState(in, state))) {
        lines.add(TextLine.of(true, timer.name().value(), "quiet"));
      }
    }
    inside(lines, node.name());
    inside(lines, node.anyName());
    return lines;
  }

  private boolean isState(SourceText target, StateDefinition state) {
    int number = index.resolve(target.value());
    return number >= 0 && index.state(number).equals(state);
  }

  /** Returns the chart's lines: its policies, its timers, its root's behaviour. */
  List<TextLine> head(DiagramNode root) {
    List<TextLine> lines = new ArrayList<>();
    if (!chart.policies().isEmpty()) {
      lines.add(
          TextLine.quiet(
              "judged by "
                  + chart.policies().stream()
                      .map(PackReference::name)
                      .map(SourceText::value)
                      .collect(Collectors.joining(", "))));
    }
    for (TimerDefinition timer : chart.timers().values()) {
      lines.add(new TextLine(true, timer(timer), "quiet", timer(timer)));
    }
    of(root).forEach(line -> lines.add(line.truncateAt(110)));
    return lines;
  }

  private void inside(List<TextLine> lines, String name) {
    for (DiagramEdge edge : edges) {
      if (edge.internal() && edge.from().equals(name)) {
        edge.captions().forEach(caption -> lines.add(handled(caption)));
      } else if (ElkLayout.isOwnMove(edge) && edge.from().equals(name)) {
        lines.add(TextLine.quiet("direct move to itself"));
      }
    }
  }

  private static void doing(List<TextLine> lines, String word, List<ActionDefinition> actions) {
    if (!actions.isEmpty()) {
      lines.add(TextLine.quiet(word + " / " + ActionSummary.of(actions)));
    }
  }

  private static TextLine handled(TransitionCaption caption) {
    String actions = caption.actions().isEmpty() ? "" : " / " + caption.actions();
    return TextLine.of(caption.timed(), caption.text() + actions, "plain");
  }

  private String timer(TimerDefinition timer) {
    SourceText send = timer.send();
    SourceText emit = timer.emit();
    return timer.name().value()
        + ": "
        + labels.wait(timer)
        + " in "
        + joined(timer.in())
        + (send == null ? "" : " → " + send.value())
        + (emit == null ? "" : " → emit " + emit.value())
        + (timer.restartOn().isEmpty() ? "" : ", restarts on " + joined(timer.restartOn()));
  }

  private static String joined(Collection<SourceText> texts) {
    return texts.stream().map(SourceText::value).collect(Collectors.joining(", "));
  }
}
