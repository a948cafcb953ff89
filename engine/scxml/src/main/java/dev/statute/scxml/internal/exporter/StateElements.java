package dev.statute.scxml.internal.exporter;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.ChartDefinition;
import dev.statute.chart.ChartIndex;
import dev.statute.chart.InitialDefinition;
import dev.statute.chart.MoveDefinition;
import dev.statute.chart.RowDefinition;
import dev.statute.chart.StateDefinition;
import dev.statute.chart.TransitionDefinition;
import dev.statute.chart.ValueDefinition;
import dev.statute.problem.SourceText;
import dev.statute.scxml.internal.document.XmlWriter;
import dev.statute.scxml.internal.document.YamlWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Export of states and transitions; rows and moves of the tables are written in their states. */
final class StateElements {
  private final XmlWriter xml;
  private final ActionElements actions;
  private final ChartDefinition chart;
  private final ChartIndex index;
  private final Map<Integer, List<TransitionDefinition>> rows = new LinkedHashMap<>();
  private final Map<Integer, List<MoveDefinition>> moves = new LinkedHashMap<>();

  StateElements(ChartDefinition chart, XmlWriter xml) {
    this.chart = chart;
    this.xml = xml;
    this.actions = new ActionElements(xml);
    this.index = ChartIndex.of(chart);
    for (RowDefinition row : chart.rows()) {
      for (SourceText from : row.from()) {
        rows.computeIfAbsent(number(from), n -> new ArrayList<>()).add(row.transition());
      }
    }
    for (MoveDefinition move : chart.moves()) {
      SourceText from = move.from();
      moves.computeIfAbsent(from == null ? 0 : number(from), n -> new ArrayList<>()).add(move);
    }
  }

  private int number(SourceText from) {
    int number = index.resolve(from.value());
    return Math.max(0, number);
  }

  /** Writes the contents of the root; SCXML has no transitions and actions there. */
  void root() {
    StateDefinition root = chart.root();
    content(root, 0, "statute:");
    states(root, 0);
  }

  private void states(StateDefinition parent, int number) {
    List<Integer> numbers = index.children(number);
    for (int i = 0; i < numbers.size(); i++) {
      state(parent.states().get(i), numbers.get(i));
    }
  }

  private void state(StateDefinition state, int number) {
    String name =
        switch (state.kind()) {
          case PARALLEL -> "parallel";
          case FINAL -> "final";
          case SHALLOW_HISTORY, DEEP_HISTORY -> "history";
          case ATOMIC, COMPOUND -> "state";
        };
    xml.open(name).attribute("id", state.id().value());
    InitialDefinition initial = state.initial();
    if (state.kind().isHistory()) {
      xml.attribute("type", state.kind() == StateDefinition.Kind.DEEP_HISTORY ? "deep" : "shallow");
      if (initial != null) {
        initial(initial);
      }
    } else {
      if (initial != null && initial.actions().isEmpty()) {
        xml.attribute("initial", targets(initial.targets()));
      }
      content(state, number, "");
      states(state, number);
    }
    xml.close();
  }

  private void content(StateDefinition state, int number, String prefix) {
    InitialDefinition initial = state.initial();
    if (initial != null && !initial.actions().isEmpty()) {
      xml.open("initial");
      initial(initial);
      xml.close();
    }
    yaml("tags", state.tags().isEmpty() ? null : YamlFragment.texts(state.tags()));
    yaml("requires", state.requires().isEmpty() ? null : YamlFragment.texts(state.requires()));
    yaml("defer", state.defer().isEmpty() ? null : YamlFragment.texts(state.defer()));
    List<MoveDefinition> all = new ArrayList<>(state.moves());
    all.addAll(moves.getOrDefault(number, List.of()));
    yaml("moves", all.isEmpty() ? null : YamlFragment.moves(all));
    block(prefix + "onentry", state.entry());
    block(prefix + "onexit", state.exit());
    yaml("invoke", state.invokes().isEmpty() ? null : YamlFragment.invokes(state.invokes()));
    state.transitions().forEach(transition -> transition(transition, prefix));
    rows.getOrDefault(number, List.of()).forEach(transition -> transition(transition, prefix));
    Map<String, ValueDefinition> output = state.output();
    if (output != null) {
      xml.open("donedata");
      actions.params(output);
      xml.close();
    }
  }

  private void block(String name, List<ActionDefinition> content) {
    if (!content.isEmpty() && content.stream().allMatch(ActionDefinition.Block.class::isInstance)) {
      for (ActionDefinition block : content) {
        xml.open(name);
        actions.write(((ActionDefinition.Block) block).actions());
        xml.close();
      }
    } else if (!content.isEmpty()) {
      xml.open(name);
      actions.write(content);
      xml.close();
    }
  }

  private void initial(InitialDefinition initial) {
    xml.open("transition").attribute("target", targets(initial.targets()));
    actions.write(initial.actions());
    xml.close();
  }

  private void transition(TransitionDefinition transition, String prefix) {
    xml.open(prefix + "transition");
    TransitionDefinition.Trigger trigger = transition.trigger();
    if (trigger instanceof TransitionDefinition.OnEvent on) {
      xml.attribute(
          "event",
          on.descriptors().stream().map(SourceText::value).collect(Collectors.joining(" ")));
    } else if (trigger instanceof TransitionDefinition.After after) {
      xml.attribute("statute:after", after.duration().value());
    }
    xml.attribute("cond", ActionElements.value(transition.when()));
    xml.attribute("target", transition.targets().isEmpty() ? null : targets(transition.targets()));
    xml.attribute("type", transition.internal() ? "internal" : null);
    xml.attribute("statute:guard", ActionElements.value(transition.guard()));
    xml.attribute("statute:reason", ActionElements.value(transition.reason()));
    actions.write(transition.actions());
    xml.close();
  }

  String targets(List<SourceText> targets) {
    return targets.stream()
        .map(target -> index.state(number(target)).id().value())
        .collect(Collectors.joining(" "));
  }

  void yaml(String key, @Nullable YamlWriter value) {
    if (value != null) {
      xml.text("statute:yaml", key, value.flow());
    }
  }
}
