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
import dev.statute.step.internal.algorithm.EntrySet;
import dev.statute.step.internal.model.ActiveConfiguration;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.CompiledTransition;
import dev.statute.step.internal.model.StateSet;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
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
    Map<Integer, int[]> history = transaction.history();
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
        tags(enabled, active),
        Values.of(current.data()),
        instance(),
        this::progress,
        settings(),
        exits(enabled, active),
        enters(enabled, history),
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

  private List<String> tags(EnabledTransition enabled, StateSet active) {
    Set<String> tags = new LinkedHashSet<>();
    if (!enabled.isTargetless()) {
      CompiledState domain = model.state(enabled.domain());
      for (int n = active.next(domain.number() + 1);
          n >= 0 && n < domain.end();
          n = active.next(n + 1)) {
        tags.addAll(model.state(n).tags());
      }
      for (int target : enabled.targets()) {
        tags.addAll(model.state(target).tags());
      }
    }
    return new ArrayList<>(tags);
  }

  private Predicate<String> exits(EnabledTransition enabled, StateSet active) {
    return id -> {
      int state = model.index().number(id);
      return state > 0
          && !enabled.isTargetless()
          && active.contains(state)
          && model.state(enabled.domain()).contains(state);
    };
  }

  private Predicate<String> enters(EnabledTransition enabled, Map<Integer, int[]> history) {
    return id -> {
      int state = model.index().number(id);
      if (state < 0 || enabled.isTargetless()) {
        return false;
      }
      EntrySet entry = new EntrySet(model, history);
      entry.add(enabled.transition().targets(), enabled.domain());
      return entry.states().contains(state);
    };
  }
}
