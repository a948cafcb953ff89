package dev.statute.step.internal.run;

import dev.statute.policy.Candidate;
import dev.statute.policy.Instance;
import dev.statute.policy.Progress;
import dev.statute.policy.Proposal;
import dev.statute.policy.Settings;
import dev.statute.policy.Transition;
import dev.statute.policy.Values;
import dev.statute.step.Snapshot;
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

/** Says in the words of rules what a draft is about to do. */
final class PolicyFacts {
  private final StepTransaction draft;
  private final CompiledChart model;
  private @Nullable Instance before;
  private @Nullable Progress progress;

  PolicyFacts(StepTransaction draft) {
    this.draft = draft;
    model = draft.model();
  }

  Settings settings() {
    return draft.machine().chart().settings();
  }

  /** The instance as it was before the step. */
  Instance instance() {
    if (before == null) {
      before = instance(draft.base().states(), draft.base().data());
    }
    return before;
  }

  /** The instance as it is now, in the middle of the step. */
  Instance present() {
    return instance(draft.configuration(), draft.data());
  }

  private Instance instance(ActiveConfiguration configuration, Map<String, ?> data) {
    Snapshot base = draft.base();
    return new Instance(
        base.id(),
        base.chart().name(),
        base.chart().version(),
        configuration.ids(),
        Values.of(data),
        draft.now() - base.startedAt().toEpochMilli(),
        base.epoch(),
        base.turn(),
        Values.of(draft.fields().values().values()));
  }

  Transition transition(EnabledTransition enabled) {
    return new Transition(description(enabled));
  }

  Candidate candidate(EnabledTransition enabled) {
    return new Candidate(description(enabled));
  }

  private Proposal.Description description(EnabledTransition enabled) {
    CompiledTransition arrow = enabled.arrow();
    CurrentEvent cue = draft.cue();
    boolean eventless = arrow.kind() == CompiledTransition.Kind.ALWAYS;
    List<String> targets = model.ids(enabled.targets());
    StateSet active = draft.configuration().active();
    Map<Integer, int[]> history = draft.history();
    if (progress == null) {
      progress = draft.tracker().progress(draft.machine().tracking());
    }
    return new Proposal.Description(
        model.name(),
        model.id(enabled.from()),
        targets.isEmpty() ? null : targets.get(0),
        targets,
        model.id(arrow.source()),
        eventless ? "" : cue.name(),
        eventless ? CurrentEvent.Kind.INTERNAL.word() : cue.kind().word(),
        enabled.listed(),
        arrow.guard() == null ? "" : arrow.guard(),
        tags(enabled, active),
        Values.of(cue.data()),
        instance(),
        progress,
        settings(),
        leaves(enabled, active),
        enters(enabled, history),
        () -> draft.machine().tracking().action(cue.data()));
  }

  private List<String> tags(EnabledTransition enabled, StateSet active) {
    Set<String> tags = new LinkedHashSet<>();
    if (!enabled.isTargetless()) {
      CompiledState domain = model.node(enabled.domain());
      for (int n = active.next(domain.number() + 1);
          n >= 0 && n < domain.end();
          n = active.next(n + 1)) {
        tags.addAll(model.node(n).tags());
      }
      for (int target : enabled.targets()) {
        tags.addAll(model.node(target).tags());
      }
    }
    return new ArrayList<>(tags);
  }

  private Predicate<String> leaves(EnabledTransition enabled, StateSet active) {
    return id -> {
      int state = model.index().number(id);
      return state > 0
          && !enabled.isTargetless()
          && active.has(state)
          && model.node(enabled.domain()).contains(state);
    };
  }

  private Predicate<String> enters(EnabledTransition enabled, Map<Integer, int[]> history) {
    return id -> {
      int state = model.index().number(id);
      if (state < 0 || enabled.isTargetless()) {
        return false;
      }
      EntrySet entry = new EntrySet(model, history);
      entry.add(enabled.arrow().targets(), enabled.domain());
      return entry.states().has(state);
    };
  }
}
