package dev.statute.step.internal.process;

import dev.statute.policy.Proposal;
import dev.statute.policy.spi.Explanation;
import dev.statute.policy.spi.Policy;
import dev.statute.policy.spi.Question;
import dev.statute.policy.spi.RuleVerdicts;
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
  private final LongPredicate sampler;
  private List<Explanation> explanations = new ArrayList<>();
  private long questionCount;

  private ExplainingPolicy(Policy policy, LongPredicate wanted) {
    this.policy = policy;
    this.sampler = wanted;
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
  public long questionCount() {
    return questionCount;
  }

  /** What was explained since this was last called, in the order it was asked. */
  public List<Explanation> drain() {
    List<Explanation> taken = List.copyOf(explanations);
    explanations = new ArrayList<>();
    return taken;
  }

  @Override
  public @Nullable String omissionReason() {
    return policy.omissionReason();
  }

  @Override
  public boolean isMissing() {
    return policy.isMissing();
  }

  @Override
  public boolean mayMatch(Proposal proposal) {
    return policy != NONE;
  }

  @Override
  public boolean producesFindings() {
    return policy.producesFindings();
  }

  @Override
  public boolean acceptsRecords() {
    return policy.acceptsRecords();
  }

  @Override
  public boolean mayWaive() {
    return policy.mayWaive();
  }

  @Override
  public boolean mayRefuse() {
    return policy.mayRefuse();
  }

  @Override
  public Set<String> settingNames() {
    return policy.settingNames();
  }

  @Override
  public RuleVerdicts judge(Question question) {
    if (!sampler.test(questionCount++)) {
      return policy.judge(question);
    }
    Explanation explanation = policy.explain(question);
    explanations.add(explanation);
    return explanation.verdicts();
  }
}
