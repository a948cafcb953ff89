package dev.statute.analysis.internal;

import dev.statute.analysis.PolicyApproximation;
import dev.statute.analysis.PolicyApproximation.ApproximateProposal;
import dev.statute.analysis.PolicyApproximation.PossibleVerdict;
import dev.statute.policy.Redirect;
import dev.statute.policy.Settings;
import dev.statute.step.internal.model.ActionBlock;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.CompiledTransition;
import dev.statute.step.internal.model.EventDescriptors;
import dev.statute.step.internal.model.StateSet;
import dev.statute.step.internal.model.TransitionDomain;
import dev.statute.step.internal.run.ConflictResolution;
import dev.statute.step.internal.run.EnabledTransition;
import dev.statute.step.internal.run.EntrySet;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Has rules judge the transitions of a microstep as the interpreter does, where what they say can
 * turn out in several ways. A veto leads nowhere, so it is followed only where nothing else is
 * possible, and else assumed not to come.
 */
final class SymbolicPolicy {
  private final CompiledChart model;
  private final PolicyApproximation foresight;
  private final Settings settings;
  private final ChoiceEnumerator choices;
  private final Set<String> denying = new LinkedHashSet<>();

  /**
   * Where a microstep begins.
   *
   * @param event null = one that no rule names
   * @param kind null = not known
   * @param before the states active before the step; null = not known
   */
  record Scene(
      StateSet active,
      Map<Integer, int[]> history,
      @Nullable String event,
      @Nullable String kind,
      @Nullable List<String> before) {}

  SymbolicPolicy(
      CompiledChart model,
      PolicyApproximation foresight,
      Settings settings,
      ChoiceEnumerator choices) {
    this.model = model;
    this.foresight = foresight;
    this.settings = settings;
    this.choices = choices;
  }

  /** Whether rules are known at all. */
  boolean areSilent() {
    return foresight == PolicyApproximation.UNKNOWN || foresight == PolicyApproximation.NO_RULES;
  }

  boolean mayGrant(EnabledTransition candidate, Scene scene) {
    return foresight == PolicyApproximation.UNKNOWN || foresight.grants(prospect(candidate, scene));
  }

  /** The rules that may have vetoed something. */
  Set<String> denying() {
    return denying;
  }

  /** What is taken of what was selected, perhaps nothing; null = the step is refused. */
  @Nullable List<EnabledTransition> judge(List<EnabledTransition> selected, Scene scene) {
    if (areSilent() && selected.stream().allMatch(EnabledTransition::listed)) {
      return selected;
    }
    List<EnabledTransition> passed = new ArrayList<>();
    for (EnabledTransition one : selected) {
      if (!judge(one, scene, false, passed)) {
        return null;
      }
    }
    if (passed.size() < 2 || passed.stream().allMatch(one -> one.arrow().number() >= 0)) {
      return passed;
    }
    List<EnabledTransition> kept = new ArrayList<>();
    ConflictResolution.remove(model, passed, kept, new ArrayList<>());
    return kept;
  }

  /** False if it is refused. */
  private boolean judge(
      EnabledTransition one, Scene scene, boolean again, List<EnabledTransition> passed) {
    List<PossibleVerdict> expected = foresight.about(prospect(one, scene));
    // who redirects what was redirected says nothing
    List<PossibleVerdict> heard =
        again ? expected.stream().filter(e -> e.kind() != Redirect.class).toList() : expected;
    VerdictCombinations weighing = VerdictCombinations.of(heard, one.listed());
    weighing.denies().forEach(deny -> denying.add(deny.rule()));
    if (weighing.isPlain()) {
      passed.add(one);
      return true;
    }
    for (PossibleVerdict redirect : weighing.redirects()) {
      for (int target : targets(redirect)) {
        boolean last = !weighing.passes() && isOnly(weighing, redirect);
        if (last || choices.decide(redirect.rule() + " redirects to " + model.id(target))) {
          return judge(redirected(one, target, scene), scene, true, passed);
        }
      }
    }
    boolean passes = weighing.passes();
    for (PossibleVerdict ignore : weighing.ignores()) {
      boolean last = !passes && weighing.ignores().size() == 1;
      if (last || choices.decide(ignore.rule() + " ignores it")) {
        return true;
      }
    }
    if (passes) {
      weighing.denies().stream()
          .filter(deny -> !deny.certain())
          .forEach(deny -> choices.assume(deny.rule() + " does not deny it"));
      if (!weighing.permits().isEmpty()) {
        choices.assume(
            String.join(" or ", weighing.permits().stream().map(PossibleVerdict::rule).toList())
                + " permits it");
      }
      passed.add(one);
    }
    return passes;
  }

  private static boolean isOnly(VerdictCombinations weighing, PossibleVerdict redirect) {
    return weighing.redirects().size() == 1
        && redirect.to() != null
        && weighing.ignores().isEmpty();
  }

  private List<Integer> targets(PossibleVerdict redirect) {
    String to = redirect.to();
    if (to == null) {
      return model.nodes().stream().map(CompiledState::number).filter(n -> n > 0).toList();
    }
    int target = model.index().resolve(to);
    return target < 0 ? List.of() : List.of(target);
  }

  private EnabledTransition redirected(EnabledTransition one, int target, Scene scene) {
    CompiledTransition old = one.arrow();
    int[] written = {target};
    int[] targets = EntrySet.effective(model, scene.history(), written);
    int domain = TransitionDomain.of(model.index(), old.source(), targets, old.internal());
    boolean listed = old.kind() != CompiledTransition.Kind.MOVE || isListed(target, scene.active());
    return new EnabledTransition(
        made(old.source(), old.kind(), written, domain), one.from(), targets, domain, listed);
  }

  private boolean isListed(int target, StateSet active) {
    int signal = model.signals().move(target);
    for (int atomic : model.configuration(active.copy()).atomic()) {
      if (!model.hear(signal, atomic).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** A move that no active state lists; null if no rule could permit one. */
  @Nullable EnabledTransition unlisted(int target, Scene scene) {
    if (!foresight.permits()) {
      return null;
    }
    int[] written = {target};
    int[] targets = EntrySet.effective(model, scene.history(), written);
    int from = -1;
    int domain = -1;
    for (int atomic : model.configuration(scene.active().copy()).atomic()) {
      int around = TransitionDomain.of(model.index(), atomic, targets, false);
      if (from < 0 || around > domain) {
        from = atomic;
        domain = around;
      }
    }
    return new EnabledTransition(
        made(from, CompiledTransition.Kind.MOVE, written, domain), from, targets, domain, false);
  }

  private static CompiledTransition made(
      int source, CompiledTransition.Kind kind, int[] targets, int domain) {
    return new CompiledTransition(
        -1,
        source,
        kind,
        EventDescriptors.NONE,
        targets,
        domain,
        false,
        null,
        null,
        ActionBlock.NONE,
        null,
        null);
  }

  private ApproximateProposal prospect(EnabledTransition one, Scene scene) {
    CompiledTransition arrow = one.arrow();
    boolean eventless = arrow.kind() == CompiledTransition.Kind.ALWAYS;
    List<String> targets = model.ids(one.targets());
    return new ApproximateProposal(
        model.name(),
        model.id(one.from()),
        targets.isEmpty() ? null : targets.get(0),
        targets,
        model.id(arrow.source()),
        eventless ? "" : scene.event(),
        eventless ? "internal" : scene.kind(),
        one.listed(),
        arrow.guard() == null ? "" : arrow.guard(),
        tags(one, scene.active()),
        settings,
        scene.before(),
        id -> leaves(one, scene.active(), model.index().number(id)),
        id -> enters(one, scene, model.index().number(id)));
  }

  private List<String> tags(EnabledTransition one, StateSet active) {
    Set<String> tags = new LinkedHashSet<>();
    Function<Integer, List<String>> of = state -> model.node(state).tags();
    if (!one.isTargetless()) {
      int end = model.node(one.domain()).end();
      for (int n = active.next(one.domain() + 1); n >= 0 && n < end; n = active.next(n + 1)) {
        tags.addAll(of.apply(n));
      }
      for (int target : one.targets()) {
        tags.addAll(of.apply(target));
      }
    }
    return List.copyOf(tags);
  }

  private boolean leaves(EnabledTransition one, StateSet active, int state) {
    return state > 0
        && !one.isTargetless()
        && active.has(state)
        && model.node(one.domain()).contains(state);
  }

  private boolean enters(EnabledTransition one, Scene scene, int state) {
    if (state < 0 || one.isTargetless()) {
      return false;
    }
    EntrySet entry = new EntrySet(model, scene.history());
    entry.add(one.arrow().targets(), one.domain());
    return entry.states().has(state);
  }
}
