package dev.statute.drools;

import dev.statute.policy.Candidate;
import dev.statute.policy.Finding;
import dev.statute.policy.Grant;
import dev.statute.policy.Proposal;
import dev.statute.policy.Refuse;
import dev.statute.policy.Settings;
import dev.statute.policy.Transition;
import dev.statute.policy.Waive;
import dev.statute.policy.base.Counter;
import dev.statute.policy.spi.Explanation;
import dev.statute.policy.spi.Policy;
import dev.statute.policy.spi.Question;
import dev.statute.policy.spi.RuleError;
import dev.statute.policy.spi.RuleVerdict;
import dev.statute.policy.spi.RuleVerdicts;
import dev.statute.policy.spi.internal.Resolution;
import dev.statute.problem.Place;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Policy that compares a second policy, the shadow, with the real one. The real policy decides; the
 * listener receives each divergence. Both are evaluated on the calling thread, so a question costs
 * the sum of both. A failure of the shadow is reported as a divergence; after {@value
 * #MAX_FAILURES} failures in a row the shadow is disabled. Thread-safe.
 */
public final class ShadowPolicy implements Policy {
  private static final int MAX_FAILURES = 10;

  private final Policy real;
  private final Policy shadow;
  private final Settings settings;
  private final Consumer<Divergence> listener;
  private final AtomicInteger failures = new AtomicInteger();

  /**
   * Difference between the decisions of the shadow policy and the real one.
   *
   * @param instance id of the instance
   * @param subject the transition or candidate; null for a record or open fields
   * @param real actual result, such as {@code taken}, {@code denied}, {@code granted}
   * @param shadow result under the shadow policy
   * @param realVerdicts all verdicts of the real policy on the question
   * @param shadowVerdicts all verdicts of the shadow policy; they refer to copies of the proposals
   * @param error set if the shadow policy failed or was disabled
   */
  public record Divergence(
      String instance,
      @Nullable Proposal subject,
      String real,
      String shadow,
      List<RuleVerdict> realVerdicts,
      List<RuleVerdict> shadowVerdicts,
      @Nullable RuleError error) {
    public Divergence {
      realVerdicts = List.copyOf(realVerdicts);
      shadowVerdicts = List.copyOf(shadowVerdicts);
    }

    /**
     * Returns the rules that cause the difference: those of the shadow, else those of the real
     * policy.
     */
    public List<String> rules() {
      if (error != null) {
        return List.of(error.rule());
      }
      List<RuleVerdict> verdicts = shadowVerdicts.isEmpty() ? realVerdicts : shadowVerdicts;
      return verdicts.stream().map(RuleVerdict::rule).distinct().toList();
    }
  }

  private ShadowPolicy(
      Policy real, Policy shadow, Settings settings, Consumer<Divergence> listener) {
    this.real = real;
    this.shadow = shadow;
    this.settings = settings;
    this.listener = listener;
  }

  /**
   * Combines a policy with a shadow.
   *
   * @param settings the settings that shadow rules read; {@code Limits} stay those of the real
   *     settings
   * @param listener called on the evaluating thread; its exceptions are dropped
   */
  public static ShadowPolicy of(
      Policy real, Policy shadow, Settings settings, Consumer<Divergence> listener) {
    return new ShadowPolicy(real, shadow, settings, listener);
  }

  private boolean isEnabled() {
    return failures.get() < MAX_FAILURES;
  }

  @Override
  public @Nullable String omissionReason() {
    return real.omissionReason();
  }

  @Override
  public boolean isMissing() {
    return real.isMissing();
  }

  @Override
  public boolean mayMatch(Proposal proposal) {
    return real.mayMatch(proposal) || (isEnabled() && shadow.mayMatch(proposal));
  }

  @Override
  public boolean producesFindings() {
    return real.producesFindings();
  }

  @Override
  public boolean acceptsRecords() {
    return real.acceptsRecords() || shadow.acceptsRecords() || shadow.producesFindings();
  }

  @Override
  public boolean mayWaive() {
    return real.mayWaive() || shadow.mayWaive();
  }

  @Override
  public boolean mayRefuse() {
    return real.mayRefuse() || shadow.mayRefuse();
  }

  @Override
  public boolean readsFact(Class<?> fact) {
    return real.readsFact(fact) || shadow.readsFact(fact);
  }

  @Override
  public boolean readsCounter(Counter counter) {
    return real.readsCounter(counter) || shadow.readsCounter(counter);
  }

  @Override
  public boolean readsArguments() {
    return real.readsArguments() || shadow.readsArguments();
  }

  @Override
  public Set<String> settingNames() {
    return real.settingNames();
  }

  @Override
  public Explanation explain(Question question) {
    return real.explain(question);
  }

  @Override
  public RuleVerdicts judge(Question question) {
    RuleVerdicts verdicts = real.judge(question);
    if (isEnabled()) {
      try {
        compare(question, verdicts);
      } catch (RuntimeException | LinkageError | StackOverflowError e) {
        String why = e.getMessage();
        recordFailure(
            question, verdicts, error(why == null ? "it failed and gave no reason" : why));
      }
    }
    return verdicts;
  }

  private static RuleError error(String message) {
    return new RuleError("shadow", new Place("shadow", 1, 1), message);
  }

  private void recordFailure(Question question, RuleVerdicts verdicts, RuleError error) {
    boolean last = failures.incrementAndGet() == MAX_FAILURES;
    RuleError reported =
        last
            ? new RuleError(
                error.rule(),
                error.place(),
                error.message() + "; the shadow is given up after " + MAX_FAILURES + " failures")
            : error;
    notifyListener(
        new Divergence(
            question.instance().id(),
            null,
            verdicts.error() == null ? "answered" : "rule-error",
            "rule-error",
            verdicts.verdicts(),
            List.of(),
            reported));
  }

  private void notifyListener(Divergence divergence) {
    try {
      listener.accept(divergence);
    } catch (RuntimeException e) {
      // the listener must not change the real decision
    }
  }

  private void compare(Question question, RuleVerdicts verdicts) {
    Question shadowQuestion = withShadowSettings(question);
    RuleVerdicts shadowVerdicts = shadow.judge(shadowQuestion);
    if (shadowVerdicts.error() != null) {
      recordFailure(question, verdicts, shadowVerdicts.error());
      return;
    }
    failures.set(0);
    for (int i = 0; i < question.transitions().size(); i++) {
      Transition transition = question.transitions().get(i);
      compareEffect(
          question,
          transition,
          describeEffect(transition, verdicts),
          describeEffect(shadowQuestion.transitions().get(i), shadowVerdicts),
          verdicts,
          shadowVerdicts);
    }
    for (int i = 0; i < question.candidates().size(); i++) {
      Candidate candidate = question.candidates().get(i);
      compareEffect(
          question,
          candidate,
          describeGrant(candidate, verdicts),
          describeGrant(shadowQuestion.candidates().get(i), shadowVerdicts),
          verdicts,
          shadowVerdicts);
    }
    compareEffect(
        question,
        null,
        describeOthers(verdicts),
        describeOthers(shadowVerdicts),
        verdicts,
        shadowVerdicts);
  }

  private void compareEffect(
      Question question,
      @Nullable Proposal about,
      String effect,
      String would,
      RuleVerdicts verdicts,
      RuleVerdicts shadowVerdicts) {
    String was = verdicts.error() == null ? effect : "rule-error";
    if (!was.equals(would)) {
      notifyListener(
          new Divergence(
              question.instance().id(),
              about,
              was,
              would,
              verdicts.verdicts(),
              shadowVerdicts.verdicts(),
              null));
    }
  }

  private static String describeEffect(Transition transition, RuleVerdicts verdicts) {
    Resolution resolution = Resolution.of(transition, verdicts.verdicts());
    return switch (resolution.effect()) {
      case PROCEED -> "taken";
      case UNLISTED -> "not-listed";
      case DENIED -> "denied";
      case REDIRECTED -> "redirected to " + resolution.redirectTarget();
      case IGNORED -> "ignored";
    };
  }

  private static String describeGrant(Candidate candidate, RuleVerdicts verdicts) {
    boolean granted =
        verdicts.verdicts().stream()
            .anyMatch(
                each -> each.verdict() instanceof Grant grant && grant.candidate() == candidate);
    return granted ? "granted" : "not granted";
  }

  /** Formats findings and waived fields, sorted and so independent of the order of rules. */
  private static String describeOthers(RuleVerdicts verdicts) {
    Set<String> all = new TreeSet<>();
    for (RuleVerdict verdict : verdicts.verdicts()) {
      if (verdict.verdict() instanceof Finding finding) {
        all.add(finding.pattern() + " " + finding.level());
      } else if (verdict.verdict() instanceof Waive waive) {
        all.add("no question for " + waive.field());
      } else if (verdict.verdict() instanceof Refuse refuse) {
        all.add("another value for " + refuse.field());
      }
    }
    return all.isEmpty() ? "nothing" : String.join(", ", all);
  }

  /** Copies the question with the shadow's settings. */
  private Question withShadowSettings(Question question) {
    return new Question(
        question.instance(),
        settings,
        question.candidates().stream().map(this::withShadowSettings).map(Candidate::new).toList(),
        question.transitions().stream().map(this::withShadowSettings).map(Transition::new).toList(),
        question.observation(),
        question.fields());
  }

  private Proposal.Description withShadowSettings(Proposal proposal) {
    return new Proposal.Description(
        proposal.chart(),
        proposal.from(),
        proposal.to(),
        proposal.targets(),
        proposal.source(),
        proposal.event(),
        proposal.kind(),
        proposal.listed(),
        proposal.guard(),
        proposal.tags(),
        proposal.payload(),
        proposal.instance(),
        proposal::progress,
        settings,
        proposal::leaves,
        proposal::enters,
        proposal::action);
  }
}
