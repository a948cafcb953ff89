package dev.statute.analysis.internal;

import dev.statute.analysis.PolicyApproximation;
import dev.statute.chart.ActionDefinition;
import dev.statute.chart.EventDescriptor;
import dev.statute.step.internal.model.ActionBlock;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.CompiledTransition;
import dev.statute.step.internal.model.StateSet;
import dev.statute.step.internal.model.TransitionCandidates;
import dev.statute.step.internal.model.TransitionDomain;
import dev.statute.step.internal.run.ActiveStates;
import dev.statute.step.internal.run.ConflictResolution;
import dev.statute.step.internal.run.EnabledTransition;
import dev.statute.step.internal.run.EntrySet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One microstep without data: the algorithm of the interpreter, in which what can't be known is
 * decided by {@link ChoiceEnumerator}. Where a chart can tell that something failed, it may; rules
 * say what {@link SymbolicPolicy} foresee.
 */
final class SymbolicMicrostep {
  /** Something failed: the step is undone unless a transition names it. */
  static final String ERROR = "error.execution";

  /** A condition failed: the same event, which undoes nothing. */
  static final String MISJUDGED = "?" + ERROR;

  private static final int ERRORS = 3;
  private static final String INTERNAL = "internal";

  /** What the engine itself brings about can't be vetoed. */
  private static final String STOP = "stuck.stop";

  private final CompiledChart model;
  private final RaisedEvents script;
  private final SymbolicConditions conditions;
  private final Deque<String> queue;
  private final List<CompiledTransition> taken = new ArrayList<>();
  private final Map<Integer, List<Integer>> history;
  private final StateSet active;
  private final SymbolicPolicy judges;
  private String event;
  private @Nullable String kind = INTERNAL;
  private @Nullable List<String> before;
  private final SymbolicActions runner;
  private boolean running = true;
  private boolean undone;

  SymbolicMicrostep(
      CompiledChart model,
      RaisedEvents script,
      StaticConditions knowledge,
      PolicyApproximation foresight,
      ChoiceEnumerator choices,
      MicrostepState from) {
    this.model = model;
    this.script = script;
    judges = new SymbolicPolicy(model, foresight, knowledge.settings(), choices);
    active = from.active().copy();
    queue = new ArrayDeque<>(from.queue());
    history = new TreeMap<>(from.history());
    event = from.event();
    boolean failing = !model.rollsBack() || model.names(ERROR);
    conditions = new SymbolicConditions(model, knowledge, choices, this::raise);
    runner = new SymbolicActions(choices, failing, this::raise);
  }

  /** Whether the step is undone, as nobody handles an error. */
  boolean isUndone() {
    return undone;
  }

  /** The transitions that were taken, in order. */
  List<CompiledTransition> taken() {
    return taken;
  }

  /** The rules that may have vetoed something. */
  Set<String> denying() {
    return judges.denying();
  }

  /** Enters the initial states. */
  MicrostepState start() {
    active.add(0);
    run(script.entry(0));
    run(script.initial(0));
    EntrySet entered = new EntrySet(model, remembered());
    entered.add(model.root().initial(), 0);
    enter(entered);
    return here();
  }

  /** The first microstep that something from outside leads to; null if nothing is enabled. */
  @Nullable MicrostepState react(InputClass stimulus) {
    event = stimulus.event();
    kind = stimulus.kind();
    before = model.configuration(active.copy()).ids();
    if (stimulus.source() >= 0 && !active.has(stimulus.source())) {
      return null;
    }
    List<EnabledTransition> first =
        stimulus.source() >= 0
            ? select(first(stimulus.source(), stimulus.alternatives()))
            : hear(stimulus.signal(), true);
    boolean unlisted = stimulus.target() >= 0 && !isHeard(stimulus.signal());
    EnabledTransition move = unlisted ? judges.unlisted(stimulus.target(), scene()) : null;
    return move == null ? judged(first) : judged(List.of(move));
  }

  private Map<Integer, TransitionCandidates> first(int source, List<CompiledTransition> arrows) {
    for (int atomic : model.configuration(active.copy()).atomic()) {
      if (atomic >= active.next(source)) {
        return Map.of(atomic, new TransitionCandidates(arrows, -1));
      }
    }
    return Map.of();
  }

  private boolean isHeard(int signal) {
    for (int atomic : model.configuration(active.copy()).atomic()) {
      if (!model.hear(signal, atomic).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** The microstep that rules leave of what was selected; null if that is nothing. */
  private @Nullable MicrostepState judged(List<EnabledTransition> selected) {
    boolean vetoable =
        !event.equals(STOP) || selected.stream().anyMatch(SymbolicMicrostep::isEventless);
    List<EnabledTransition> passed =
        selected.isEmpty() || !vetoable ? selected : judges.judge(selected, scene());
    undone |= passed == null;
    return passed == null || passed.isEmpty() ? null : microstep(passed);
  }

  private static boolean isEventless(EnabledTransition one) {
    return one.arrow().kind() == CompiledTransition.Kind.ALWAYS;
  }

  private SymbolicPolicy.Scene scene() {
    String known = event.startsWith("(") ? null : event;
    return new SymbolicPolicy.Scene(active, remembered(), known, kind, before);
  }

  /** The next microstep: eventless, or of a raised event; null if the step rests or is undone. */
  @Nullable MicrostepState next() {
    MicrostepState next = judged(hear(model.signals().always(), false));
    kind = INTERNAL;
    while (next == null && !queue.isEmpty() && !undone) {
      next = judged(raised(queue.remove()));
    }
    return undone ? null : next;
  }

  private List<EnabledTransition> raised(String name) {
    boolean mild = name.equals(MISJUDGED);
    event = mild ? ERROR : name;
    List<EnabledTransition> heard = hear(model.signals().event(event), false);
    undone =
        !mild
            && model.rollsBack()
            && EventDescriptor.matches("error", event)
            && heard.stream().noneMatch(one -> one.arrow().descriptors().name(event));
    return heard;
  }

  private MicrostepState here() {
    return new MicrostepState(active, history, List.copyOf(queue), event, running);
  }

  private Map<Integer, int[]> remembered() {
    Map<Integer, int[]> arrays = new TreeMap<>();
    history.forEach(
        (state, value) -> arrays.put(state, value.stream().mapToInt(Integer::intValue).toArray()));
    return arrays;
  }

  private List<EnabledTransition> hear(int signal, boolean deferrable) {
    Map<Integer, TransitionCandidates> heard = new LinkedHashMap<>();
    for (int atomic : model.configuration(active.copy()).atomic()) {
      TransitionCandidates hearing = model.hear(signal, atomic);
      heard.put(
          atomic,
          deferrable && hearing.deferAt() >= 0
              ? new TransitionCandidates(hearing.arrows().subList(0, hearing.deferAt()), -1)
              : hearing);
    }
    return select(heard);
  }

  private List<EnabledTransition> select(Map<Integer, TransitionCandidates> heard) {
    conditions.begin(active, event);
    Map<CompiledTransition, EnabledTransition> first = new LinkedHashMap<>();
    heard.forEach(
        (atomic, hearing) -> {
          for (CompiledTransition arrow : hearing.arrows()) {
            EnabledTransition enabled = enabled(arrow, atomic);
            if (conditions.hold(arrow, guarded -> judges.mayGrant(enabled, scene()))) {
              first.putIfAbsent(arrow, enabled);
              break;
            }
          }
        });
    List<EnabledTransition> found = new ArrayList<>(first.values());
    List<EnabledTransition> kept = new ArrayList<>();
    ConflictResolution.remove(model, found, kept, new ArrayList<>());
    return kept;
  }

  /** Errors in a row beyond a few change nothing more. */
  private void raise(String name) {
    boolean error = name.equals(ERROR) || name.equals(MISJUDGED);
    List<String> waiting = List.copyOf(queue);
    int from = Math.max(0, waiting.size() - ERRORS);
    boolean many =
        waiting.size() >= ERRORS
            && waiting.subList(from, waiting.size()).stream()
                .allMatch(last -> last.equals(ERROR) || last.equals(MISJUDGED));
    if (!error || !many) {
      queue.add(name);
    }
  }

  private EnabledTransition enabled(CompiledTransition arrow, int from) {
    if (arrow.domain() != CompiledTransition.DYNAMIC) {
      return new EnabledTransition(arrow, from, arrow.targets(), arrow.domain(), true);
    }
    int[] targets = EntrySet.effective(model, remembered(), arrow.targets());
    int domain = TransitionDomain.of(model.index(), arrow.source(), targets, arrow.internal());
    return new EnabledTransition(arrow, from, targets, domain, true);
  }

  private MicrostepState microstep(List<EnabledTransition> transitions) {
    StateSet leaving = new StateSet(model.size());
    for (EnabledTransition one : transitions) {
      taken.add(one.arrow());
      if (!one.isTargetless()) {
        int end = model.node(one.domain()).end();
        for (int n = active.next(one.domain() + 1); n >= 0 && n < end; n = active.next(n + 1)) {
          leaving.add(n);
        }
      }
    }
    exit(leaving, transitions);
    for (EnabledTransition one : transitions) {
      RaisedEvents.Written written = script.on(one.arrow());
      runner.attempt(written.hasTemplate(), "the reason");
      run(written.actions());
    }
    EntrySet entered = new EntrySet(model, remembered());
    for (EnabledTransition one : transitions) {
      if (!one.isTargetless()) {
        entered.add(one.arrow().targets(), one.domain());
      }
    }
    enter(entered);
    return here();
  }

  private void exit(StateSet leaving, List<EnabledTransition> transitions) {
    StateSet before = active.copy();
    for (int n = leaving.next(0); n >= 0; n = leaving.next(n + 1)) {
      for (int pseudo : model.node(n).histories()) {
        remember(pseudo, before);
      }
    }
    // The root is never left: its histories stand for what was active before one of its children
    // was left otherwise than through them.
    boolean leavesChild = Arrays.stream(model.root().children()).anyMatch(leaving::has);
    for (int pseudo : model.root().histories()) {
      if (leavesChild && !isTarget(pseudo, transitions)) {
        remember(pseudo, before);
      }
    }
    for (int n = leaving.previous(model.size() - 1); n >= 0; n = leaving.previous(n - 1)) {
      run(script.exit(n));
      active.remove(n);
    }
  }

  private static boolean isTarget(int pseudo, List<EnabledTransition> transitions) {
    return transitions.stream()
        .flatMapToInt(one -> Arrays.stream(one.arrow().targets()))
        .anyMatch(target -> target == pseudo);
  }

  private void remember(int pseudo, StateSet before) {
    int[] states = ActiveStates.remembered(model, pseudo, before);
    history.put(pseudo, Arrays.stream(states).boxed().toList());
  }

  @SuppressWarnings("ReferenceEquality") // the very block is meant, not one that says the same
  private void enter(EntrySet entered) {
    StateSet states = entered.states();
    for (int n = states.next(0); n >= 0; n = states.next(n + 1)) {
      active.add(n);
      run(script.entry(n));
      if (entered.byDefault().has(n)) {
        run(script.initial(n));
      }
      ActionBlock fallback = entered.historyContent().get(n);
      for (int pseudo : model.node(n).histories()) {
        if (fallback == model.node(pseudo).initialActions()) {
          run(script.initial(pseudo));
        }
      }
      if (model.node(n).isFinal()) {
        finish(model.node(n));
      }
    }
  }

  private void finish(CompiledState last) {
    if (last.parent() == 0) {
      running = false;
      return;
    }
    runner.attempt(last.output() != null, "the output of " + last.id());
    CompiledState parent = model.node(last.parent());
    queue.add("done.state." + parent.id());
    for (int n = parent.parent(); n > 0 && model.node(n).isParallel(); n = model.node(n).parent()) {
      if (!ActiveStates.inFinal(model, n, active)) {
        return;
      }
      queue.add("done.state." + model.id(n));
    }
  }

  private void run(List<ActionDefinition> actions) {
    runner.block(actions, event);
  }
}
