package dev.statute.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Asks the rules of another policy and has them explain what they said. It answers as that policy
 * does, and is asked even about what concerns no rule, so that rules can say what they lacked.
 * Confined to one thread.
 */
public final class ExplainingPolicy implements Policy {
  private final Policy policy;
  private final LongPredicate wanted;
  private List<Explanation> explanations = new ArrayList<>();
  private long asked;

  private ExplainingPolicy(Policy policy, LongPredicate wanted) {
    this.policy = policy;
    this.wanted = wanted;
  }

  /** Explains every question. */
  public static ExplainingPolicy of(Policy policy) {
    return new ExplainingPolicy(policy, number -> true);
  }

  /**
   * Explains some questions, as an explanation costs many times the answer.
   *
   * @param wanted is given the number of a question, from 0
   */
  public static ExplainingPolicy of(Policy policy, LongPredicate wanted) {
    return new ExplainingPolicy(policy, wanted);
  }

  /** How many questions were asked. */
  public long asked() {
    return asked;
  }

  /** What was explained since this was last called, in the order it was asked. */
  public List<Explanation> take() {
    List<Explanation> taken = List.copyOf(explanations);
    explanations = new ArrayList<>();
    return taken;
  }

  @Override
  public @Nullable String noneReason() {
    return policy.noneReason();
  }

  @Override
  public boolean isMissing() {
    return policy.isMissing();
  }

  @Override
  public boolean concerns(Proposal proposal) {
    return policy != NONE;
  }

  @Override
  public boolean finds() {
    return policy.finds();
  }

  @Override
  public boolean observes() {
    return policy.observes();
  }

  @Override
  public boolean waives() {
    return policy.waives();
  }

  @Override
  public boolean refuses() {
    return policy.refuses();
  }

  @Override
  public Set<String> settings() {
    return policy.settings();
  }

  @Override
  public RuleVerdicts judge(Question question) {
    if (!wanted.test(asked++)) {
      return policy.judge(question);
    }
    Explanation explanation = policy.explain(question);
    explanations.add(explanation);
    return explanation.rulings();
  }
}
