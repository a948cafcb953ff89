package dev.statute.step.internal.run;

import dev.statute.policy.Policy;
import dev.statute.policy.Question;
import dev.statute.policy.Redirect;
import dev.statute.policy.Resolution;
import dev.statute.policy.Resolution.Effect;
import dev.statute.policy.RuleError;
import dev.statute.policy.RuleVerdict;
import dev.statute.policy.RuleVerdicts;
import dev.statute.policy.Transition;
import dev.statute.policy.Waive;
import dev.statute.step.Outcome;
import dev.statute.step.RankedVerdict;
import dev.statute.step.TakenTransition;
import dev.statute.step.internal.model.ActionBlock;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledTransition;
import dev.statute.step.internal.model.EventDescriptors;
import dev.statute.step.internal.model.TransitionDomain;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Has rules judge what was selected, all transitions of a microstep together and before anything is
 * left. A veto ends the step; a transition that is to be ignored is dropped; one that is redirected
 * is judged again where it now leads, once.
 */
final class PolicyEvaluation {
  private final StepTransaction draft;
  private final List<EnabledTransition> selected;
  private final List<EnabledTransition> passed = new ArrayList<>();
  private @Nullable String ignored;

  private PolicyEvaluation(StepTransaction draft, List<EnabledTransition> selected) {
    this.draft = draft;
    this.selected = selected;
  }

  static PolicyEvaluation of(StepTransaction draft, List<EnabledTransition> selected) {
    PolicyEvaluation judgement = new PolicyEvaluation(draft, selected);
    judgement.judge(selected, false);
    return judgement;
  }

  /** What is to be taken, in selection order. */
  List<EnabledTransition> passed() {
    return passed;
  }

  /** The reason why one is ignored, or null if none is. */
  @Nullable String ignored() {
    return ignored;
  }

  private void judge(List<EnabledTransition> proposed, boolean again) {
    Policy policy = draft.machine().policy();
    Map<EnabledTransition, Transition> asked = new LinkedHashMap<>();
    for (EnabledTransition enabled : proposed) {
      Transition transition = draft.facts().transition(enabled);
      if (!enabled.listed() || policy.concerns(transition)) {
        asked.put(enabled, transition);
      }
    }
    RuleVerdicts rulings = asked.isEmpty() ? RuleVerdicts.NONE : ask(policy, asked);
    // who redirects what was redirected says nothing: it would hide what others say of the new way
    List<RuleVerdict> heard =
        again
            ? rulings.all().stream().filter(r -> !(r.verdict() instanceof Redirect)).toList()
            : rulings.all();
    List<RuleVerdict> decisive = new ArrayList<>();
    Map<EnabledTransition, Resolution> resolutions = new LinkedHashMap<>();
    asked.forEach(
        (enabled, transition) -> {
          Resolution resolution = Resolution.of(transition, heard);
          resolutions.put(enabled, resolution);
          decisive.addAll(resolution.decisive());
        });
    for (RuleVerdict ruling : rulings.all()) {
      boolean decides = ruling.verdict() instanceof Waive || decisive.contains(ruling);
      draft.log().why.add(new RankedVerdict(ruling, decides));
    }
    for (EnabledTransition enabled : proposed) {
      Resolution resolution = resolutions.get(enabled);
      if (resolution == null || resolution.effect() == Effect.PROCEED) {
        passed.add(enabled);
      } else {
        apply(enabled, resolution);
      }
    }
  }

  private RuleVerdicts ask(Policy policy, Map<EnabledTransition, Transition> asked) {
    PolicyFacts facts = draft.facts();
    RuleVerdicts rulings =
        policy.judge(
            new Question(
                facts.instance(),
                facts.settings(),
                List.of(),
                List.copyOf(asked.values()),
                null,
                draft.fields().open()));
    if (rulings.error() != null) {
      throw failedClosed(draft, rulings.error(), selected);
    }
    draft.fields().absorb(rulings.all());
    return rulings;
  }

  private void apply(EnabledTransition enabled, Resolution resolution) {
    switch (resolution.effect()) {
      case DENIED -> throw denied(enabled, resolution.decisive().get(0));
      case UNLISTED -> throw unlisted(enabled);
      case IGNORED -> ignored = resolution.decisive().get(0).verdict().reason();
      case REDIRECTED -> judge(List.of(redirected(enabled, resolution)), true);
      case PROCEED -> passed.add(enabled);
    }
  }

  private StepAborted denied(EnabledTransition enabled, RuleVerdict ruling) {
    if (!enabled.listed()) {
      return unlisted(enabled);
    }
    return new StepAborted(
        new Outcome.Denied(
            draft.base().configuration(),
            null,
            ruling.verdict().reason(),
            ruling.rule(),
            ruling.place(),
            draft.log().undone(fired(draft, selected))));
  }

  private StepAborted unlisted(EnabledTransition enabled) {
    String to = draft.model().id(enabled.arrow().targets()[0]);
    String from = String.join(", ", draft.base().configuration());
    return new StepAborted(
        new Outcome.Rejected(
            draft.base().configuration(),
            "not-listed",
            "no move from " + from + " to " + to + " is listed, and no rule permits it",
            null,
            null,
            null,
            draft.log().undone(List.of())));
  }

  /** A rule failed: whatever it was asked about is refused. */
  static StepAborted failedClosed(
      StepTransaction draft, RuleError error, List<EnabledTransition> about) {
    return new StepAborted(
        new Outcome.Denied(
            draft.base().configuration(),
            "rule-error",
            error.message(),
            error.rule(),
            error.place(),
            draft.log().undone(fired(draft, about))));
  }

  /** The same transition without its actions to another state. */
  private EnabledTransition redirected(EnabledTransition enabled, Resolution resolution) {
    CompiledChart model = draft.model();
    String to = String.valueOf(resolution.redirect());
    String reason = resolution.decisive().get(0).verdict().reason();
    int target = model.index().resolve(to);
    if (target < 0) {
      RuleVerdict ruling = resolution.decisive().get(0);
      RuleError error =
          new RuleError(ruling.rule(), ruling.place(), "it redirects to '" + to + "', no state");
      throw failedClosed(draft, error, selected);
    }
    CompiledTransition old = enabled.arrow();
    int[] written = {target};
    int[] targets = EntrySet.effective(model, draft.history(), written);
    boolean isMove = old.kind() == CompiledTransition.Kind.MOVE;
    CompiledTransition arrow =
        new CompiledTransition(
            -1,
            old.source(),
            old.kind(),
            EventDescriptors.NONE,
            written,
            TransitionDomain.of(model.index(), old.source(), targets, old.internal()),
            old.internal(),
            null,
            null,
            ActionBlock.NONE,
            scope -> reason,
            old.place());
    boolean listed = !isMove || DirectMoves.isListed(draft, target);
    return new EnabledTransition(arrow, enabled.from(), targets, arrow.domain(), listed);
  }

  static List<TakenTransition> fired(StepTransaction draft, List<EnabledTransition> all) {
    return all.stream().map(enabled -> fired(draft, enabled, null)).toList();
  }

  static TakenTransition fired(
      StepTransaction draft, EnabledTransition enabled, @Nullable String reason) {
    CompiledTransition arrow = enabled.arrow();
    CompiledChart model = draft.model();
    boolean eventless = arrow.kind() == CompiledTransition.Kind.ALWAYS;
    return new TakenTransition(
        model.id(enabled.from()),
        model.id(arrow.source()),
        eventless ? CurrentEvent.Kind.INTERNAL.word() : draft.cue().kind().word(),
        eventless ? "" : draft.cue().name(),
        model.ids(enabled.targets()),
        arrow.place(),
        reason);
  }
}
