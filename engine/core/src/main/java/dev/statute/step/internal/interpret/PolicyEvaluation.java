package dev.statute.step.internal.interpret;

import dev.statute.policy.Candidate;
import dev.statute.policy.Redirect;
import dev.statute.policy.Transition;
import dev.statute.policy.Waive;
import dev.statute.policy.spi.Question;
import dev.statute.policy.spi.RuleError;
import dev.statute.policy.spi.RuleVerdict;
import dev.statute.policy.spi.RuleVerdicts;
import dev.statute.policy.spi.internal.Resolution;
import dev.statute.step.Outcome;
import dev.statute.step.RankedVerdict;
import dev.statute.step.internal.algorithm.EnabledTransition;
import dev.statute.step.internal.model.CompiledChart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Evaluation of the selected transitions of a microstep by rules, all together and before any state
 * is left. A veto ends the step; an ignored transition is removed; a redirected one is judged once
 * more with its new target.
 */
final class PolicyEvaluation {
  private final StepState state;
  private final List<EnabledTransition> selected;
  private final List<EnabledTransition> permitted = new ArrayList<>();
  private @Nullable String ignoredReason;

  private PolicyEvaluation(StepState state, List<EnabledTransition> selected) {
    this.state = state;
    this.selected = selected;
  }

  static PolicyEvaluation of(StepState state, List<EnabledTransition> selected) {
    PolicyEvaluation evaluation = new PolicyEvaluation(state, selected);
    evaluation.evaluate(selected, false);
    return evaluation;
  }

  /** Returns the permitted transitions, in selection order. */
  List<EnabledTransition> permitted() {
    return permitted;
  }

  /** Returns the reason why a transition is ignored, or null if none is. */
  @Nullable String ignoredReason() {
    return ignoredReason;
  }

  private void evaluate(List<EnabledTransition> proposed, boolean again) {
    Map<EnabledTransition, Transition> asked = new LinkedHashMap<>();
    for (EnabledTransition enabled : proposed) {
      Transition transition = PolicyFacts.transition(state, enabled);
      if (!enabled.listed() || state.context().policy().mayMatch(transition)) {
        asked.put(enabled, transition);
      }
    }
    RuleVerdicts answer =
        asked.isEmpty()
            ? RuleVerdicts.NONE
            : judge(state, List.of(), List.copyOf(asked.values()), selected);
    // a second redirect of a redirected transition is dropped, or it would hide other verdicts on
    // the new target
    List<RuleVerdict> accepted =
        again
            ? answer.verdicts().stream().filter(r -> !(r.verdict() instanceof Redirect)).toList()
            : answer.verdicts();
    List<RuleVerdict> decisive = new ArrayList<>();
    Map<EnabledTransition, Resolution> resolutions = new LinkedHashMap<>();
    asked.forEach(
        (enabled, transition) -> {
          Resolution resolution = Resolution.of(transition, accepted);
          resolutions.put(enabled, resolution);
          decisive.addAll(resolution.decisive());
        });
    for (RuleVerdict verdict : answer.verdicts()) {
      boolean decides = verdict.verdict() instanceof Waive || decisive.contains(verdict);
      state.trace().verdicts.add(new RankedVerdict(verdict, decides));
    }
    for (EnabledTransition enabled : proposed) {
      Resolution resolution = resolutions.get(enabled);
      if (resolution == null) {
        permitted.add(enabled);
      } else {
        apply(enabled, resolution);
      }
    }
  }

  /**
   * Asks rules about proposals, and about the fields that they may waive on this occasion.
   *
   * @param about transitions that a failed rule refuses
   */
  static RuleVerdicts judge(
      StepState state,
      List<Candidate> candidates,
      List<Transition> transitions,
      List<EnabledTransition> about) {
    RuleVerdicts answer =
        state
            .context()
            .policy()
            .judge(
                new Question(
                    PolicyFacts.instance(state),
                    PolicyFacts.settings(state),
                    candidates,
                    transitions,
                    null,
                    FormFields.missingWaivable(state)));
    if (answer.error() != null) {
      throw StepAborted.ruleFailed(state, answer.error(), about);
    }
    FormFields.applyWaivers(state, answer.verdicts());
    return answer;
  }

  private void apply(EnabledTransition enabled, Resolution resolution) {
    switch (resolution.effect()) {
      case DENIED -> throw denied(enabled, resolution.decisive().get(0));
      case UNLISTED -> throw notListed(enabled);
      case IGNORED -> ignoredReason = resolution.decisive().get(0).verdict().reason();
      case REDIRECTED -> evaluate(List.of(redirected(enabled, resolution)), true);
      case PROCEED -> permitted.add(enabled);
    }
  }

  private StepAborted denied(EnabledTransition enabled, RuleVerdict verdict) {
    if (!enabled.listed()) {
      return notListed(enabled);
    }
    return new StepAborted(
        new Outcome.Denied(
            state.base().configuration(),
            null,
            verdict.verdict().reason(),
            verdict.rule(),
            verdict.place(),
            state.trace().rolledBack(state.takenTransitions(selected))));
  }

  private StepAborted notListed(EnabledTransition enabled) {
    String to = state.model().id(enabled.transition().targets()[0]);
    String from = String.join(", ", state.base().configuration());
    return new StepAborted(
        new Outcome.Rejected(
            state.base().configuration(),
            "not-listed",
            "no move from " + from + " to " + to + " is listed, and no rule permits it",
            null,
            null,
            null,
            state.trace().rolledBack(List.of())));
  }

  /** Returns the transition with another target and without actions. */
  private EnabledTransition redirected(EnabledTransition enabled, Resolution resolution) {
    CompiledChart model = state.model();
    String to = String.valueOf(resolution.redirectTarget());
    String reason = resolution.decisive().get(0).verdict().reason();
    int target = model.index().resolve(to);
    if (target < 0) {
      RuleVerdict verdict = resolution.decisive().get(0);
      RuleError error =
          new RuleError(verdict.rule(), verdict.place(), "it redirects to '" + to + "', no state");
      throw StepAborted.ruleFailed(state, error, selected);
    }
    return enabled.redirected(
        model, state.history(), state.configuration().atomic(), target, scope -> reason);
  }
}
