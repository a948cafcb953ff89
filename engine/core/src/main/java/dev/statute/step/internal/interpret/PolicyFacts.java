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

/** Facts about a step's proposals, as rules read them. */
public final class PolicyFacts {
  private PolicyFacts() {}

  static Settings settings(StepState state) {
    return state.context().chart().settings();
  }

  /** Returns the instance as it was before the step. */
  static Instance instance(StepState state) {
    if (state.instanceBefore == null) {
      state.instanceBefore =
          instance(state, state.base().activeConfiguration(), state.base().data());
    }
    return state.instanceBefore;
  }

  /** Returns the instance as it is within the step. */
  static Instance currentInstance(StepState state) {
    return instance(state, state.configuration(), state.data());
  }

  /** Returns an instance between two steps. */
  public static Instance instance(Snapshot snapshot, long now) {
    return instance(
        snapshot, snapshot.activeConfiguration(), snapshot.data(), snapshot.fields(), now);
  }

  private static Instance instance(
      StepState state, ActiveConfiguration configuration, Map<String, ?> data) {
    return instance(state.base(), configuration, data, state.fields.values(), state.now);
  }

  private static Instance instance(
      Snapshot base,
      ActiveConfiguration configuration,
      Map<String, ?> data,
      Map<String, ?> fields,
      long now) {
    return new Instance(
        base.id(),
        base.chart().name(),
        base.chart().version(),
        configuration.ids(),
        Values.of(data),
        now - base.startedAt().toEpochMilli(),
        base.fence().number(),
        base.fence().holder(),
        Values.of(fields),
        now);
  }

  static Transition transition(StepState state, EnabledTransition enabled) {
    return new Transition(description(state, enabled));
  }

  static Candidate candidate(StepState state, EnabledTransition enabled) {
    return new Candidate(description(state, enabled));
  }

  private static Proposal.Description description(StepState state, EnabledTransition enabled) {
    CompiledChart model = state.model();
    CompiledTransition transition = enabled.transition();
    CurrentEvent current = state.currentEvent();
    boolean eventless = transition.kind() == CompiledTransition.Kind.ALWAYS;
    List<String> targets = model.ids(enabled.targets());
    StateSet active = state.configuration().active();
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
        instance(state),
        () -> progress(state),
        settings(state),
        enabled.exits(model, active),
        enabled.enters(model, state.history()),
        () -> state.context().tracker().actionKey(current.data()));
  }

  private static Progress progress(StepState state) {
    Progress computed = state.progress;
    if (computed == null) {
      computed = state.context().tracker().progress(state.base().progress());
      state.progress = computed;
    }
    return computed;
  }
}
