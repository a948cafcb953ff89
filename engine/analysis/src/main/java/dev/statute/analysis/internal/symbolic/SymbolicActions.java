package dev.statute.analysis.internal.symbolic;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.ValueDefinition;
import dev.statute.chart.internal.StateContents;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Executor of actions without data: only raised events have an effect. A {@link ChoiceEnumerator}
 * decides conditions, and failures where the chart can observe them. An action that fails skips the
 * rest of its block. Actions between two that raise events share one decision.
 */
final class SymbolicActions {
  private final ChoiceEnumerator choices;
  private final boolean failing;
  private final Consumer<String> raise;
  private String event = "";

  /**
   * @param failing whether the chart can observe that an action fails
   * @param raise takes the names of raised events
   */
  SymbolicActions(ChoiceEnumerator choices, boolean failing, Consumer<String> raise) {
    this.choices = choices;
    this.failing = failing;
    this.raise = raise;
  }

  /** Executes a block of the microstep of event {@code current}. */
  void execute(List<ActionDefinition> actions, String current) {
    event = current;
    if (!run(actions)) {
      raise.accept(SymbolicMicrostep.ERROR);
    }
  }

  /** Evaluates something outside a block. */
  void evaluate(boolean canFail, String subject) {
    if (canFail && failing && choices.fails(subject)) {
      raise.accept(SymbolicMicrostep.ERROR);
    }
  }

  private boolean run(List<ActionDefinition> actions) {
    boolean risky = false;
    for (ActionDefinition action : actions) {
      risky |= canFail(action);
      if (action instanceof ActionDefinition.Fail) {
        return false;
      }
      if (raises(action)) {
        if (fails(risky, action) || !raise(action)) {
          return false;
        }
        risky = false;
      }
    }
    return actions.isEmpty() || !fails(risky, actions.get(actions.size() - 1));
  }

  private boolean fails(boolean risky, ActionDefinition upTo) {
    return risky
        && failing
        && choices.fails("what is done up to " + upTo.place().line() + ":" + upTo.place().column());
  }

  private boolean raise(ActionDefinition action) {
    if (action instanceof ActionDefinition.Raise raised) {
      raise.accept(name(raised));
      return true;
    }
    if (action instanceof ActionDefinition.If choice) {
      for (ActionDefinition.Branch branch : choice.branches()) {
        if (branch.when() == null || choices.decide(branch.when().value())) {
          return run(branch.actions());
        }
      }
      return true;
    }
    if (action instanceof ActionDefinition.Block block) {
      if (!run(block.actions())) {
        raise.accept(SymbolicMicrostep.ERROR);
      }
      return true;
    }
    return !(action instanceof ActionDefinition.Each each)
        || !choices.decide("there is a " + each.item())
        || repeat(each);
  }

  /**
   * Runs the actions of a loop once, and raises again what they raise, any number of times and in
   * any order; returns whether none fails.
   */
  private boolean repeat(ActionDefinition.Each each) {
    if (!run(each.actions())) {
      return false;
    }
    Set<String> names = new LinkedHashSet<>();
    for (ActionDefinition inner : StateContents.flatten(each.actions())) {
      if (inner instanceof ActionDefinition.Raise raised) {
        names.add(name(raised));
      } else if (inner instanceof ActionDefinition.Block) {
        names.add(SymbolicMicrostep.ERROR);
      }
    }
    if (!names.isEmpty()) {
      raise.accept(SymbolicQueue.repeated(names));
    }
    return !fails(each.actions().stream().anyMatch(SymbolicActions::canFail), each);
  }

  private String name(ActionDefinition.Raise raised) {
    String name = raised.event().value();
    return name.equals("event_name") ? event : name;
  }

  /** Returns whether an action can raise an event, the error of a nested block included. */
  private static boolean raises(ActionDefinition action) {
    return StateContents.flatten(List.of(action)).stream()
        .anyMatch(
            inner ->
                inner instanceof ActionDefinition.Raise
                    || inner instanceof ActionDefinition.Fail
                    || inner instanceof ActionDefinition.Block);
  }

  private static boolean canFail(ActionDefinition action) {
    if (action instanceof ActionDefinition.Raise raised) {
      return isComputed(raised.data());
    }
    if (action instanceof ActionDefinition.Send send) {
      return isComputed(send.data())
          || send.isComputed()
          || send.to() != null
          || send.after() != null;
    }
    if (action instanceof ActionDefinition.Emit emit) {
      return emit.fields().values().stream().anyMatch(SymbolicActions::isComputed);
    }
    if (action instanceof ActionDefinition.Call call) {
      return isComputed(call.with());
    }
    if (action instanceof ActionDefinition.Log log) {
      return log.message().value().contains("${");
    }
    return !(action instanceof ActionDefinition.Cancel
        || action instanceof ActionDefinition.Block
        || (action instanceof ActionDefinition.Restart restart && restart.after() == null));
  }

  private static boolean isComputed(@Nullable ValueDefinition value) {
    if (value instanceof ValueDefinition.ListOf list) {
      return list.members().stream().anyMatch(SymbolicActions::isComputed);
    }
    if (value instanceof ValueDefinition.MapOf map) {
      return map.members().values().stream().anyMatch(SymbolicActions::isComputed);
    }
    return value instanceof ValueDefinition.Expr;
  }
}
