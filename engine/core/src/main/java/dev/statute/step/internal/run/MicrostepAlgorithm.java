package dev.statute.step.internal.run;

import dev.statute.step.Effect;
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

/** {@code microstep} of the algorithm: exit, then actions, then enter. */
final class MicrostepAlgorithm {
  private final StepTransaction draft;
  private final CompiledChart model;
  private final List<EnabledTransition> transitions;
  private @Nullable String reason;

  private MicrostepAlgorithm(StepTransaction draft, List<EnabledTransition> transitions) {
    this.draft = draft;
    model = draft.model();
    this.transitions = transitions;
  }

  /**
   * Takes the transitions.
   *
   * @param reason given with a move, or null
   */
  static void take(
      StepTransaction draft, List<EnabledTransition> transitions, @Nullable String reason) {
    MicrostepAlgorithm microstep = new MicrostepAlgorithm(draft, transitions);
    microstep.reason = reason;
    microstep.run();
  }

  /** Enters the initial states: there is nothing to leave. */
  static void begin(StepTransaction draft) {
    MicrostepAlgorithm microstep = new MicrostepAlgorithm(draft, List.of());
    CompiledState root = draft.model().root();
    draft.activate(0);
    draft.run(root.entry());
    draft.agenda().arm(root);
    draft.run(root.initialActions());
    EntrySet entry = new EntrySet(draft.model(), draft.history());
    entry.add(root.initial(), 0);
    microstep.enter(entry);
    draft.settle();
    microstep.timers(draft.model().nowhere());
  }

  private void run() {
    ActiveConfiguration before = draft.configuration();
    List<String> words = new ArrayList<>(transitions.size());
    exit();
    content(words);
    int position = draft.log().effects.size();
    EntrySet entry = new EntrySet(model, draft.history());
    for (EnabledTransition enabled : transitions) {
      if (!enabled.isTargetless()) {
        entry.add(enabled.arrow().targets(), enabled.domain());
      }
    }
    enter(entry);
    draft.settle();
    ActiveConfiguration after = draft.configuration();
    if (after != before && !after.active().equals(before.active())) {
      String from = String.join(",", before.atomicIds());
      String to = String.join(",", after.atomicIds());
      String why = words.isEmpty() ? reason : words.get(0);
      draft.log().effects.add(position, new Effect.StateChanged(from, to, why));
    }
    timers(before);
  }

  private void exit() {
    StateSet leaving = new StateSet(model.size());
    StateSet active = draft.active();
    for (EnabledTransition enabled : transitions) {
      if (!enabled.isTargetless()) {
        CompiledState domain = model.node(enabled.domain());
        for (int n = active.next(domain.number() + 1);
            n >= 0 && n < domain.end();
            n = active.next(n + 1)) {
          leaving.add(n);
        }
      }
    }
    record(leaving);
    for (int n = leaving.previous(model.size() - 1); n >= 0; n = leaving.previous(n - 1)) {
      CompiledState node = model.node(n);
      draft.log().exited.add(node.id());
      draft.run(node.exit());
      InvocationEffects.cancel(draft, node);
      draft.agenda().disarm(node);
      draft.deactivate(n);
    }
  }

  /** Remembers what is left: deep, the atomic states; shallow, the children. */
  private void record(StateSet leaving) {
    for (int n = leaving.next(0); n >= 0; n = leaving.next(n + 1)) {
      draft.toInvoke().remove(n);
      for (int history : model.node(n).histories()) {
        remember(history);
      }
    }
    // The root is never left. Its histories stand for what was active before the last microstep
    // that left one of its children otherwise than through them.
    if (model.root().histories().length > 0 && leaving.next(0) >= 0) {
      for (int history : model.root().histories()) {
        if (leavesChildOfRoot(leaving) && !isTarget(history)) {
          remember(history);
        }
      }
    }
  }

  private boolean leavesChildOfRoot(StateSet leaving) {
    for (int child : model.root().children()) {
      if (leaving.has(child)) {
        return true;
      }
    }
    return false;
  }

  private boolean isTarget(int history) {
    for (EnabledTransition enabled : transitions) {
      for (int target : enabled.arrow().targets()) {
        if (target == history) {
          return true;
        }
      }
    }
    return false;
  }

  private void remember(int history) {
    draft.remember(history, ActiveStates.remembered(model, history, draft.active()));
  }

  private void content(List<String> words) {
    for (EnabledTransition enabled : transitions) {
      CompiledTransition arrow = enabled.arrow();
      CompiledTemplate reason = arrow.reason();
      List<String> said = new ArrayList<>(1);
      if (reason != null) {
        draft.attempt("reason", () -> said.add(reason.text(draft.scope())));
      }
      words.addAll(said);
      String first = said.isEmpty() ? null : said.get(0);
      draft.log().transitions.add(PolicyEvaluation.fired(draft, enabled, first));
      draft.run(arrow.actions());
    }
  }

  private void enter(EntrySet entry) {
    for (int n = entry.states().next(0); n >= 0; n = entry.states().next(n + 1)) {
      CompiledState node = model.node(n);
      draft.activate(n);
      draft.log().entered.add(node.id());
      draft.run(node.entry());
      if (!node.after().isEmpty()) {
        draft.attempt("after of " + node.id(), () -> draft.agenda().arm(node));
      }
      if (entry.byDefault().has(n)) {
        draft.run(node.initialActions());
      }
      ActionBlock content = entry.historyContent().get(n);
      if (content != null) {
        draft.run(content);
      }
      if (node.isFinal()) {
        reached(node);
      }
    }
  }

  /** A final state was entered: its parent is done, and the parallel states around it may be. */
  private void reached(CompiledState node) {
    if (node.parent() == 0) {
      return;
    }
    CompiledState parent = model.node(node.parent());
    draft.queue().done(parent, output(draft, node));
    for (int n = parent.parent(); n > 0 && model.node(n).isParallel(); n = model.node(n).parent()) {
      if (!ActiveStates.inFinal(model, n, draft.active())) {
        return;
      }
      draft.queue().done(model.node(n), Map.of());
    }
  }

  /** What a final state gives; nothing if it cannot be computed. */
  static Map<String, ?> output(StepTransaction draft, CompiledState node) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    Map<String, CompiledValue> written = node.output();
    if (written != null) {
      draft.attempt(
          "output of " + node.id(),
          () -> {
            written.forEach((name, value) -> all.put(name, value.eval(draft.scope())));
            draft.spend(all, 0, draft.model().definition().name().place());
          });
    }
    return all;
  }

  /** Named timers run from the entry of one of their states until none is active. */
  private void timers(ActiveConfiguration before) {
    for (NamedTimer timer : model.timers()) {
      boolean lived = timer.lives(before.active());
      boolean lives = timer.lives(draft.active());
      if (lived && !lives) {
        draft.agenda().disarm(timer);
      } else if (lives && !lived) {
        draft.attempt("timer " + timer.name(), () -> draft.agenda().armIfIdle(timer));
      } else if (!lives) {
        draft.agenda().disarm(timer);
      }
    }
  }
}
