package dev.statute.step.internal.interpret;

import dev.statute.policy.Candidate;
import dev.statute.policy.Instance;
import dev.statute.policy.Progress;
import dev.statute.policy.Proposal;
import dev.statute.policy.Settings;
import dev.statute.policy.Transition;
import dev.statute.policy.base.Values;
import dev.statute.step.Snapshot;
import dev.statute.step.internal.algorithm.EnabledTransition;
import dev.statute.step.internal.model.ActiveConfiguration;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledTransition;
import dev.statute.step.internal.model.StateSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Facts about a step's proposals, as rules read them. */
public final class PolicyFacts {
  private final StepTransaction transaction;
  private final CompiledChart model;
  private @Nullable Instance instanceBefore;
  private @Nullable Progress progress;

  PolicyFacts(StepTransaction step) {
    this.transaction = step;
    model = step.model();
  }

  public Settings settings() {
    return transaction.context().chart().settings();
  }

  /** Returns the instance as it was before the step. */
  public Instance instance() {
    if (instanceBefore == null) {
      instanceBefore =
          instance(transaction.base().activeConfiguration(), transaction.base().data());
    }
    return instanceBefore;
  }

  /** Returns the instance as it is within the step. */
  Instance currentInstance() {
    return instance(transaction.configuration(), transaction.data());
  }

  private Instance instance(ActiveConfiguration configuration, Map<String, ?> data) {
    Snapshot base = transaction.base();
    return new Instance(
        base.id(),
        base.chart().name(),
        base.chart().version(),
        configuration.ids(),
        Values.of(data),
        transaction.now() - base.startedAt().toEpochMilli(),
        base.epoch(),
        base.turn(),
        Values.of(transaction.fields().values().values()),
        transaction.now());
  }

  Transition transition(EnabledTransition enabled) {
    return new Transition(description(enabled));
  }

  Candidate candidate(EnabledTransition enabled) {
    return new Candidate(description(enabled));
  }

  private Proposal.Description description(EnabledTransition enabled) {
    CompiledTransition transition = enabled.transition();
    CurrentEvent current = transaction.currentEvent();
    boolean eventless = transition.kind() == CompiledTransition.Kind.ALWAYS;
    List<String> targets = model.ids(enabled.targets());
    StateSet active = transaction.configuration().active();
    return new Proposal.Description(
        model.name(),
        model.id(enabled.from()),
        targets.isEmpty() ? null : targets.get(0),
        targets,
        model.id(transition.source()),
        eventless ? "" : current.name(),
        eventless ? CurrentEvent.Kind.INTERNAL.word() : current.kind().word(),
        enabled.listed(),
        transition.guard() == null ? "" : transition.guard(),
        enabled.tags(model, active),
        Values.of(current.data()),
        instance(),
        this::progress,
        settings(),
        enabled.exits(model, active),
        enabled.enters(model, transaction.history()),
        () -> transaction.context().tracker().actionKey(current.data()));
  }

  private Progress progress() {
    Progress computed = progress;
    if (computed == null) {
      computed = transaction.context().tracker().progress(transaction.base().progress());
      progress = computed;
    }
    return computed;
  }
}
