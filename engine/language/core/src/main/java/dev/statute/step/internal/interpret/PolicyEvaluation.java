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
import dev.statute.step.TakenTransition;
import dev.statute.step.internal.algorithm.EnabledTransition;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledTransition;
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
  private final StepTransaction transaction;
  private final List<EnabledTransition> selected;
  private final List<EnabledTransition> permitted = new ArrayList<>();
  private @Nullable String ignoredReason;

  private PolicyEvaluation(StepTransaction step, List<EnabledTransition> selected) {
    this.transaction = step;
    this.selected = selected;
  }

  static PolicyEvaluation of(StepTransaction step, List<EnabledTransition> selected) {
    PolicyEvaluation judgement = new PolicyEvaluation(step, selected);
    judgement.evaluate(selected, false);
    return judgement;
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
      Transition transition = transaction.facts().transition(enabled);
      if (!enabled.listed() || transaction.context().policy().mayMatch(transition)) {
        asked.put(enabled, transition);
      }
    }
    RuleVerdicts rulings =
        asked.isEmpty()
            ? RuleVerdicts.NONE
            : judge(transaction, List.of(), List.copyOf(asked.values()), selected);
    // a second redirect of a redirected transition is dropped, or it would hide other verdicts on
    // the new target
    List<RuleVerdict> accepted =
        again
            ? rulings.verdicts().stream().filter(r -> !(r.verdict() instanceof Redirect)).toList()
            : rulings.verdicts();
    List<RuleVerdict> decisive = new ArrayList<>();
    Map<EnabledTransition, Resolution> resolutions = new LinkedHashMap<>();
    asked.forEach(
        (enabled, transition) -> {
          Resolution resolution = Resolution.of(transition, accepted);
          resolutions.put(enabled, resolution);
          decisive.addAll(resolution.decisive());
        });
    for (RuleVerdict ruling : rulings.verdicts()) {
      boolean decides = ruling.verdict() instanceof Waive || decisive.contains(ruling);
      transaction.trace().verdicts.add(new RankedVerdict(ruling, decides));
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
      StepTransaction step,
      List<Candidate> candidates,
      List<Transition> transitions,
      List<EnabledTransition> about) {
    PolicyFacts facts = step.facts();
    RuleVerdicts rulings =
        step.context()
            .policy()
            .judge(
                new Question(
                    facts.instance(),
                    facts.settings(),
                    candidates,
                    transitions,
                    null,
                    step.fields().missingWaivable()));
    if (rulings.error() != null) {
      throw ruleFailure(step, rulings.error(), about);
    }
    step.fields().applyWaivers(rulings.verdicts());
    return rulings;
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

  private StepAborted denied(EnabledTransition enabled, RuleVerdict ruling) {
    if (!enabled.listed()) {
      return notListed(enabled);
    }
    return new StepAborted(
        new Outcome.Denied(
            transaction.base().configuration(),
            null,
            ruling.verdict().reason(),
            ruling.rule(),
            ruling.place(),
            transaction.trace().rolledBack(takenTransition(transaction, selected))));
  }

  private StepAborted notListed(EnabledTransition enabled) {
    String to = transaction.model().id(enabled.transition().targets()[0]);
    String from = String.join(", ", transaction.base().configuration());
    return new StepAborted(
        new Outcome.Rejected(
            transaction.base().configuration(),
            "not-listed",
            "no move from " + from + " to " + to + " is listed, and no rule permits it",
            null,
            null,
            null,
            transaction.trace().rolledBack(List.of())));
  }

  /** Creates the refusal of a step after the failure of a rule. */
  static StepAborted ruleFailure(
      StepTransaction step, RuleError error, List<EnabledTransition> about) {
    return new StepAborted(
        new Outcome.Denied(
            step.base().configuration(),
            "rule-error",
            error.message(),
            error.rule(),
            error.place(),
            step.trace().rolledBack(takenTransition(step, about))));
  }

  /** Returns the transition with another target and without actions. */
  private EnabledTransition redirected(EnabledTransition enabled, Resolution resolution) {
    CompiledChart model = transaction.model();
    String to = String.valueOf(resolution.redirectTarget());
    String reason = resolution.decisive().get(0).verdict().reason();
    int target = model.index().resolve(to);
    if (target < 0) {
      RuleVerdict ruling = resolution.decisive().get(0);
      RuleError error =
          new RuleError(ruling.rule(), ruling.place(), "it redirects to '" + to + "', no state");
      throw ruleFailure(transaction, error, selected);
    }
    return enabled.redirected(
        model,
        transaction.history(),
        transaction.configuration().atomic(),
        target,
        scope -> reason);
  }

  static List<TakenTransition> takenTransition(StepTransaction step, List<EnabledTransition> all) {
    return all.stream().map(enabled -> takenTransition(step, enabled, null)).toList();
  }

  static TakenTransition takenTransition(
      StepTransaction step, EnabledTransition enabled, @Nullable String reason) {
    CompiledTransition candidate = enabled.transition();
    CompiledChart model = step.model();
    boolean eventless = candidate.kind() == CompiledTransition.Kind.ALWAYS;
    return new TakenTransition(
        model.id(enabled.from()),
        model.id(candidate.source()),
        eventless ? CurrentEvent.Kind.INTERNAL.word() : step.currentEvent().kind().word(),
        eventless ? "" : step.currentEvent().name(),
        model.ids(enabled.targets()),
        candidate.place(),
        reason);
  }
}
