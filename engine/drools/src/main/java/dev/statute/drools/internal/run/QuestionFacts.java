package dev.statute.drools.internal.run;

import dev.statute.policy.Candidate;
import dev.statute.policy.Instance;
import dev.statute.policy.Progress;
import dev.statute.policy.Proposal;
import dev.statute.policy.Settings;
import dev.statute.policy.Transition;
import dev.statute.policy.spi.Observation;
import dev.statute.policy.spi.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Facts of a question. */
final class QuestionFacts {
  private QuestionFacts() {}

  /** Collects the facts of a question that any rule uses, in the order of insertion. */
  static List<Object> of(RuleBase base, Question asked) {
    List<Object> facts = new ArrayList<>();
    collect(asked, base::uses, facts);
    return facts;
  }

  /** Adds the facts of the requested types. */
  static void collect(Question asked, Predicate<Class<?>> wanted, List<Object> facts) {
    if (wanted.test(Instance.class)) {
      facts.add(asked.instance());
    }
    if (wanted.test(Settings.class)) {
      facts.add(asked.settings());
    }
    boolean proposals = wanted.test(Proposal.class);
    if (proposals || wanted.test(Candidate.class)) {
      for (int i = 0; i < asked.candidates().size(); i++) {
        facts.add(asked.candidates().get(i));
      }
    }
    if (proposals || wanted.test(Transition.class)) {
      for (int i = 0; i < asked.transitions().size(); i++) {
        facts.add(asked.transitions().get(i));
      }
    }
    Observation observation = asked.observation();
    if (observation != null) {
      facts.addAll(observation.facts(wanted));
    } else if (wanted.test(Progress.class)) {
      Proposal first = firstOf(asked);
      if (first != null) {
        facts.add(first.progress());
      }
    }
  }

  private static @Nullable Proposal firstOf(Question asked) {
    if (!asked.transitions().isEmpty()) {
      return asked.transitions().get(0);
    }
    return asked.candidates().isEmpty() ? null : asked.candidates().get(0);
  }
}
