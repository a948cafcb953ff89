package dev.statute.analysis.internal.symbolic;

import dev.statute.policy.Settings;
import dev.statute.policy.spi.PolicyApproximation.ApproximateProposal;
import dev.statute.step.internal.algorithm.EnabledTransition;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledTransition;
import java.util.List;

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
        enabled.tags(model, context.active()),
        settings,
        context.before(),
        enabled.exits(model, context.active()),
        enabled.enters(model, context.history()));
  }
}
