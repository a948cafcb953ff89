package dev.statute.step;

import dev.statute.policy.Deny;
import dev.statute.policy.Finding;
import dev.statute.policy.Ignore;
import dev.statute.policy.spi.Explanation;
import dev.statute.policy.spi.Explanation.MissingMatch;
import dev.statute.policy.spi.Explanation.RuleExplanation;
import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.RuleVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Step with the explanation of every question to rules.
 *
 * @param explanations one per question, in the order of the questions
 */
public record ExplainedStep(Step step, List<Explanation> explanations) {
  public ExplainedStep {
    explanations = List.copyOf(explanations);
  }

  /** Returns the layer of the decisive verdict, the highest of several; null if no rule decided. */
  public @Nullable Layer layer() {
    Layer highest = null;
    for (RankedVerdict weighed : step.outcome().trace().verdicts()) {
      Layer layer = weighed.ruling().layer();
      if (weighed.decisive() && (highest == null || layer.compareTo(highest) > 0)) {
        highest = layer;
      }
    }
    return highest;
  }

  /**
   * Returns the changes that would have led to another outcome, one sentence each; empty if nothing
   * blocked the input.
   */
  public List<String> counterfactuals() {
    List<String> changes = new ArrayList<>();
    Outcome outcome = step.outcome();
    for (RankedVerdict weighed : outcome.trace().verdicts()) {
      if (weighed.decisive() && !(weighed.ruling().verdict() instanceof Finding)) {
        addOverruledBy(weighed.ruling(), changes);
      }
    }
    if (outcome instanceof Outcome.Denied denied && denied.code() != null) {
      changes.add("rule " + denied.rule() + " would have to be mended: " + denied.message());
    } else if (outcome instanceof Outcome.Blocked blocked) {
      blocked.candidates().forEach(attempted -> addMissingConditions(attempted, changes));
    } else if (outcome instanceof Outcome.Rejected rejected
        && "not-listed".equals(rejected.code())) {
      changes.add("the chart would have to list the move, or a rule to permit it");
      explanations.stream()
          .filter(each -> !each.question().transitions().isEmpty())
          .forEach(unmetRules(changes));
    } else if (outcome instanceof Outcome.Ignored ignored && ignored.message() == null) {
      changes.add(
          "an active state would have to listen to it; heard here: "
              + (ignored.acceptedEvents().isEmpty()
                  ? "nothing"
                  : String.join(", ", ignored.acceptedEvents())));
    }
    return changes;
  }

  private static void addOverruledBy(RuleVerdict ruling, List<String> changes) {
    if (ruling.verdict() instanceof Deny || ruling.verdict() instanceof Ignore) {
      changes.add(
          "rule "
              + ruling.rule()
              + " would have to be switched off or not to match, or a layer above "
              + ruling.layer()
              + " to permit it");
    }
  }

  private void addMissingConditions(BlockedCandidate attempted, List<String> changes) {
    String to =
        attempted.targets().isEmpty() ? "to stay" : "to " + String.join(", ", attempted.targets());
    if (attempted.when() != null && !"true".equals(attempted.value())) {
      changes.add(to + ": " + attempted.when() + " would have to be true");
    }
    String guard = attempted.guard();
    if (guard != null && !attempted.granted()) {
      changes.add(to + ": a rule would have to grant " + guard);
      explanations.stream().filter(each -> asksFor(each, guard)).forEach(unmetRules(changes));
    }
  }

  private static boolean asksFor(Explanation explanation, String guard) {
    return explanation.question().candidates().stream()
        .anyMatch(candidate -> candidate.guard().equals(guard));
  }

  /** Returns a consumer that adds the unmet conditions of rules that did not fire. */
  private static Consumer<Explanation> unmetRules(List<String> changes) {
    return explanation -> {
      for (RuleExplanation account : explanation.rules()) {
        MissingMatch lack = account.missing();
        if (lack != null && !lack.isUnrelated()) {
          changes.add("for rule " + account.rule() + ": " + lack.describeChange());
        }
      }
    };
  }
}
