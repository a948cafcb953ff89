package dev.statute.analysis.internal;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.InitialDefinition;
import dev.statute.chart.MoveDefinition;
import dev.statute.chart.StateDefinition;
import dev.statute.chart.TransitionDefinition;
import dev.statute.chart.TransitionDefinition.After;
import dev.statute.chart.TransitionDefinition.Always;
import dev.statute.chart.TransitionDefinition.OnEvent;
import dev.statute.chart.check.internal.Parts;
import dev.statute.step.internal.model.Arrow;
import dev.statute.step.internal.model.Model;
import dev.statute.step.internal.model.Node;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Which events the actions of a chart raise. Compiled actions no longer say it, so they are looked
 * up in the definition, which lists the transitions of a state in the same order as the model.
 */
final class Script {
  private final Model model;
  private final Map<Arrow, List<ActionDefinition>> actions = new IdentityHashMap<>();

  Script(Model model) {
    this.model = model;
    Parts parts = Parts.of(model.definition(), model.index());
    for (Node node : model.nodes()) {
      List<TransitionDefinition> all = parts.transitions(node.number());
      pair(node.on(), of(all, t -> t.trigger() instanceof OnEvent));
      pair(node.always(), of(all, t -> t.trigger() instanceof Always));
      List<Arrow> timed = node.after().stream().flatMap(g -> g.arrows().stream()).toList();
      pair(timed, of(all, t -> t.trigger() instanceof After));
      pair(node.moves(), parts.moves(node.number()).stream().map(MoveDefinition::actions).toList());
    }
  }

  private static List<List<ActionDefinition>> of(
      List<TransitionDefinition> all, Predicate<TransitionDefinition> which) {
    return all.stream().filter(which).map(TransitionDefinition::actions).toList();
  }

  private void pair(List<Arrow> arrows, List<List<ActionDefinition>> lists) {
    if (arrows.size() != lists.size()) {
      throw new IllegalStateException(
          arrows.size() + " compiled transitions for " + lists.size() + " written ones");
    }
    for (int i = 0; i < arrows.size(); i++) {
      actions.put(arrows.get(i), lists.get(i));
    }
  }

  List<ActionDefinition> entry(int state) {
    return definition(state).entry();
  }

  List<ActionDefinition> exit(int state) {
    return definition(state).exit();
  }

  List<ActionDefinition> initial(int state) {
    InitialDefinition initial = definition(state).initial();
    return initial == null ? List.of() : initial.actions();
  }

  List<ActionDefinition> on(Arrow arrow) {
    return actions.getOrDefault(arrow, List.of());
  }

  private StateDefinition definition(int state) {
    return model.index().state(state);
  }

  /** Runs actions as far as they raise events; what decides that is decided by {@code choices}. */
  static void run(
      List<ActionDefinition> actions, String event, Choices choices, Consumer<String> raise) {
    for (ActionDefinition action : actions) {
      if (action instanceof ActionDefinition.Raise raised) {
        String name = raised.event().value();
        raise.accept(name.equals("event_name") ? event : name);
      } else if (action instanceof ActionDefinition.If choice && raises(action)) {
        branch(choice, event, choices, raise);
      } else if (action instanceof ActionDefinition.Each each && raises(action)) {
        if (choices.decide("there is a " + each.item())) {
          run(each.actions(), event, choices, raise);
        }
      }
    }
  }

  private static void branch(
      ActionDefinition.If choice, String event, Choices choices, Consumer<String> raise) {
    for (ActionDefinition.Branch branch : choice.branches()) {
      if (branch.when() == null || choices.decide(branch.when().value())) {
        run(branch.actions(), event, choices, raise);
        return;
      }
    }
  }

  private static boolean raises(ActionDefinition action) {
    boolean[] found = {false};
    Parts.each(action, inner -> found[0] |= inner instanceof ActionDefinition.Raise);
    return found[0];
  }
}
