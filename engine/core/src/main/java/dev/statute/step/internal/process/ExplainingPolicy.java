package dev.statute.step.internal.process;

import dev.statute.policy.Proposal;
import dev.statute.policy.base.Counter;
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
 * Policy that delegates to another one and collects explanations. It answers as that policy does.
 * It is also asked about proposals that concern no rule, so that unmet rules can be listed.
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
   * @param wanted receives the number of a question, from 0
   */
  public static ExplainingPolicy of(Policy policy, LongPredicate wanted) {
    return new ExplainingPolicy(policy, wanted);
  }

  /** Returns the number of questions. */
  public long questionCount() {
    return questionCount;
  }

  /** Removes and returns the collected explanations, in the order of the questions. */
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
  public boolean readsFact(Class<?> fact) {
    return policy.readsFact(fact);
  }

  @Override
  public boolean readsCounter(Counter counter) {
    return policy.readsCounter(counter);
  }

  @Override
  public boolean readsArguments() {
    return policy.readsArguments();
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
