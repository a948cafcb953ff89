package dev.statute.step.symbolic.internal;

import dev.statute.policy.Settings;
import dev.statute.policy.spi.PolicyApproximation.ApproximateProposal;
import dev.statute.step.internal.algorithm.EnabledTransition;
import dev.statute.step.internal.algorithm.EntrySet;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledTransition;
import dev.statute.step.internal.model.StateSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Factory of the proposals that rules judge, without data. */
record ApproximateProposals(CompiledChart model, Settings settings) {
  ApproximateProposal of(EnabledTransition enabled, MicrostepContext context) {
    CompiledTransition transition = enabled.transition();
    boolean eventless = transition.kind() == CompiledTransition.Kind.ALWAYS;
    List<String> targets = model.ids(enabled.targets());
    return new ApproximateProposal(
        model.name(),
        model.id(enabled.from()),
        targets.isEmpty() ? null : targets.get(0),
        targets,
        model.id(transition.source()),
        eventless ? "" : context.event(),
        eventless ? "internal" : context.kind(),
        enabled.listed(),
        transition.guard() == null ? "" : transition.guard(),
        tags(enabled, context.active()),
        settings,
        context.before(),
        id -> exits(enabled, context.active(), model.index().number(id)),
        id -> enters(enabled, context, model.index().number(id)));
  }

  private List<String> tags(EnabledTransition enabled, StateSet active) {
    Set<String> tags = new LinkedHashSet<>();
    if (!enabled.isTargetless()) {
      int end = model.state(enabled.domain()).end();
      for (int n = active.next(enabled.domain() + 1); n >= 0 && n < end; n = active.next(n + 1)) {
        tags.addAll(model.state(n).tags());
      }
      for (int target : enabled.targets()) {
        tags.addAll(model.state(target).tags());
      }
    }
    return List.copyOf(tags);
  }

  private boolean exits(EnabledTransition enabled, StateSet active, int state) {
    return state > 0
        && !enabled.isTargetless()
        && active.contains(state)
        && model.state(enabled.domain()).contains(state);
  }

  private boolean enters(EnabledTransition enabled, MicrostepContext context, int state) {
    if (state < 0 || enabled.isTargetless()) {
      return false;
    }
    EntrySet entry = new EntrySet(model, context.history());
    entry.add(enabled.transition().targets(), enabled.domain());
    return entry.states().contains(state);
  }
}
