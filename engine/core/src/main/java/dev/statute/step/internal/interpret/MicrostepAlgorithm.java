package dev.statute.step.internal.interpret;

import dev.statute.step.Effect;
import dev.statute.step.internal.algorithm.ActiveStates;
import dev.statute.step.internal.algorithm.EnabledTransition;
import dev.statute.step.internal.algorithm.EntrySet;
import dev.statute.step.internal.model.ActionBlock;
import dev.statute.step.internal.model.ActiveConfiguration;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.CompiledTemplate;
import dev.statute.step.internal.model.CompiledTransition;
import dev.statute.step.internal.model.CompiledValue;
import dev.statute.step.internal.model.NamedTimer;
import dev.statute.step.internal.model.StateSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Microstep of the SCXML algorithm: exit, then actions, then entry. */
public final class MicrostepAlgorithm {
  private final StepTransaction transaction;
  private final CompiledChart model;
  private final List<EnabledTransition> transitions;
  private @Nullable String reason;

  private MicrostepAlgorithm(StepTransaction step, List<EnabledTransition> transitions) {
    this.transaction = step;
    model = step.model();
    this.transitions = transitions;
  }

  /**
   * Executes the transitions.
   *
   * @param reason given with a move, or null
   */
  static void execute(
      StepTransaction step, List<EnabledTransition> transitions, @Nullable String reason) {
    MicrostepAlgorithm microstep = new MicrostepAlgorithm(step, transitions);
    microstep.reason = reason;
    microstep.run();
  }

  /** Enters the initial states; there is none to leave. */
  public static void enterInitialStates(StepTransaction step) {
    MicrostepAlgorithm microstep = new MicrostepAlgorithm(step, List.of());
    CompiledState root = step.model().root();
    step.states().activate(0);
    step.run(root.entry());
    step.timers().arm(root);
    step.run(root.initialActions());
    EntrySet entry = new EntrySet(step.model(), step.history());
    entry.add(root.initial(), 0);
    microstep.enterStates(entry);
    step.states().endMicrostep();
    microstep.updateNamedTimers(step.model().emptyConfiguration());
  }

  private void run() {
    ActiveConfiguration before = transaction.configuration();
    List<String> words = new ArrayList<>(transitions.size());
    exitStates();
    executeTransitionContent(words);
    int position = transaction.trace().effects.size();
    EntrySet entry = new EntrySet(model, transaction.history());
    for (EnabledTransition enabled : transitions) {
      if (!enabled.isTargetless()) {
        entry.add(enabled.transition().targets(), enabled.domain());
      }
    }
    enterStates(entry);
    transaction.states().endMicrostep();
    ActiveConfiguration after = transaction.configuration();
    if (after != before && !after.active().equals(before.active())) {
      String from = String.join(",", before.atomicIds());
      String to = String.join(",", after.atomicIds());
      String why = words.isEmpty() ? reason : words.get(0);
      transaction.trace().effects.add(position, new Effect.StateChanged(from, to, why));
    }
    updateNamedTimers(before);
  }

  private void exitStates() {
    StateSet leaving = new StateSet(model.size());
    StateSet active = transaction.active();
    for (EnabledTransition enabled : transitions) {
      if (!enabled.isTargetless()) {
        CompiledState domain = model.state(enabled.domain());
        for (int n = active.next(domain.number() + 1);
            n >= 0 && n < domain.end();
            n = active.next(n + 1)) {
          leaving.add(n);
        }
      }
    }
    recordHistories(leaving);
    for (int n = leaving.previous(model.size() - 1); n >= 0; n = leaving.previous(n - 1)) {
      CompiledState node = model.state(n);
      transaction.trace().exited.add(node.id());
      transaction.run(node.exit());
      InvocationEffects.cancel(transaction, node);
      transaction.timers().disarm(node);
      transaction.states().deactivate(n);
    }
  }

  /**
   * Records the histories of the states that are left: deep, the atomic states; shallow, the
   * children.
   */
  private void recordHistories(StateSet leaving) {
    for (int n = leaving.next(0); n >= 0; n = leaving.next(n + 1)) {
      transaction.states().toInvoke().remove(n);
      for (int history : model.state(n).histories()) {
        recordHistory(history);
      }
    }
    // The root is never left. Its histories stand for the active states before the last microstep
    // that left one of its children other than through them.
    if (model.root().histories().length > 0 && leaving.next(0) >= 0) {
      for (int history : model.root().histories()) {
        if (leavesChildOfRoot(leaving) && !isTarget(history)) {
          recordHistory(history);
        }
      }
    }
  }

  private boolean leavesChildOfRoot(StateSet leaving) {
    for (int child : model.root().children()) {
      if (leaving.contains(child)) {
        return true;
      }
    }
    return false;
  }

  private boolean isTarget(int history) {
    for (EnabledTransition enabled : transitions) {
      for (int target : enabled.transition().targets()) {
        if (target == history) {
          return true;
        }
      }
    }
    return false;
  }

  private void recordHistory(int history) {
    transaction.recordHistory(
        history, ActiveStates.historyValue(model, history, transaction.active()));
  }

  private void executeTransitionContent(List<String> words) {
    for (EnabledTransition enabled : transitions) {
      CompiledTransition transition = enabled.transition();
      CompiledTemplate reason = transition.reason();
      List<String> said = new ArrayList<>(1);
      if (reason != null) {
        transaction.runRecovering("reason", () -> said.add(reason.render(transaction.scope())));
      }
      words.addAll(said);
      String first = said.isEmpty() ? null : said.get(0);
      transaction
          .trace()
          .transitions
          .add(PolicyEvaluation.takenTransition(transaction, enabled, first));
      transaction.run(transition.actions());
    }
  }

  private void enterStates(EntrySet entry) {
    for (int n = entry.states().next(0); n >= 0; n = entry.states().next(n + 1)) {
      CompiledState node = model.state(n);
      transaction.states().activate(n);
      transaction.trace().entered.add(node.id());
      transaction.run(node.entry());
      if (!node.after().isEmpty()) {
        transaction.runRecovering("after of " + node.id(), () -> transaction.timers().arm(node));
      }
      if (entry.defaultEntry().contains(n)) {
        transaction.run(node.initialActions());
      }
      ActionBlock content = entry.defaultHistoryContent().get(n);
      if (content != null) {
        transaction.run(content);
      }
      if (node.isFinal()) {
        raiseDoneEvents(node);
      }
    }
  }

  /**
   * Raises the done events of a final state: of its parent, and of completed parallel states around
   * it.
   */
  private void raiseDoneEvents(CompiledState node) {
    if (node.parent() == 0) {
      return;
    }
    CompiledState parent = model.state(node.parent());
    transaction.queue().raiseDone(parent, doneData(transaction, node));
    for (int n = parent.parent();
        n > 0 && model.state(n).isParallel();
        n = model.state(n).parent()) {
      if (!ActiveStates.isInFinalState(model, n, transaction.active())) {
        return;
      }
      transaction.queue().raiseDone(model.state(n), Map.of());
    }
  }

  /** Returns the output of a final state; empty if the computation fails. */
  static Map<String, ?> doneData(StepTransaction step, CompiledState node) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    Map<String, CompiledValue> written = node.output();
    if (written != null) {
      step.runRecovering(
          "output of " + node.id(),
          () -> {
            written.forEach((name, value) -> all.put(name, value.evaluate(step.scope())));
            step.chargeData(all, 0, step.model().definition().name().place());
          });
    }
    return all;
  }

  /**
   * Starts and stops named timers, which run from the entry of one of their states until none is
   * active.
   */
  private void updateNamedTimers(ActiveConfiguration before) {
    for (NamedTimer timer : model.timers()) {
      boolean lived = timer.isActiveIn(before.active());
      boolean lives = timer.isActiveIn(transaction.active());
      if (lived && !lives) {
        transaction.timers().disarm(timer);
      } else if (lives && !lived) {
        transaction.runRecovering(
            "timer " + timer.name(), () -> transaction.timers().armIfIdle(timer));
      } else if (!lives) {
        transaction.timers().disarm(timer);
      }
    }
  }
}
