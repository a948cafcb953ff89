package dev.statute.policy.spi;

import dev.statute.policy.Candidate;
import dev.statute.policy.Finding;
import dev.statute.policy.Grant;
import dev.statute.policy.Proposal;
import dev.statute.policy.Refuse;
import dev.statute.policy.Settings;
import dev.statute.policy.Transition;
import dev.statute.policy.Waive;
import dev.statute.problem.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks two policies and answers as the first: the second, the shadow, decides nothing, and whoever
 * listens is told where it would have decided otherwise. Both are asked on the same thread, so a
 * question costs the sum of both. A shadow that fails is told of like any divergence; after {@value
 * #MAX_FAILURES} failures in a row it is given up, so that it no longer costs anything.
 * Thread-safe.
 */
public final class ShadowPolicy implements Policy {
  private static final int MAX_FAILURES = 10;

  private final Policy real;
  private final Policy shadow;
  private final Settings settings;
  private final Consumer<ShadowDivergence> listener;
  private final AtomicInteger failures = new AtomicInteger();

  private ShadowPolicy(
      Policy real, Policy shadow, Settings settings, Consumer<ShadowDivergence> told) {
    this.real = real;
    this.shadow = shadow;
    this.settings = settings;
    this.listener = told;
  }

  /**
   * Puts a shadow beside a policy.
   *
   * @param settings those that the shadow rules read, as they would be if it were the real policy;
   *     {@code Limits} stay those of the real settings
   * @param told is called on the thread that asks; what it throws is dropped
   */
  public static ShadowPolicy of(
      Policy real, Policy shadow, Settings settings, Consumer<ShadowDivergence> told) {
    return new ShadowPolicy(real, shadow, settings, told);
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
    return real.acceptsRecords() || shadow.acceptsRecords();
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
  public Set<String> settingNames() {
    return real.settingNames();
  }

  @Override
  public Explanation explain(Question question) {
    return real.explain(question);
  }

  @Override
  public RuleVerdicts judge(Question question) {
    RuleVerdicts rulings = real.judge(question);
    if (isEnabled()) {
      try {
        compare(question, rulings);
      } catch (RuntimeException | LinkageError | StackOverflowError e) {
        String why = e.getMessage();
        recordFailure(question, rulings, error(why == null ? "it failed and gave no reason" : why));
      }
    }
    return rulings;
  }

  private static RuleError error(String message) {
    return new RuleError("shadow", new Place("shadow", 1, 1), message);
  }

  private void recordFailure(Question question, RuleVerdicts rulings, RuleError error) {
    boolean last = failures.incrementAndGet() == MAX_FAILURES;
    RuleError said =
        last
            ? new RuleError(
                error.rule(),
                error.place(),
                error.message() + "; the shadow is given up after " + MAX_FAILURES + " failures")
            : error;
    notifyListener(
        new ShadowDivergence(
            question.instance().id(),
            null,
            rulings.error() == null ? "answered" : "rule-error",
            "rule-error",
            rulings.verdicts(),
            List.of(),
            said));
  }

  private void notifyListener(ShadowDivergence divergence) {
    try {
      listener.accept(divergence);
    } catch (RuntimeException e) {
      // a listener to shadows must not change what the real rules decide
    }
  }

  private void compare(Question question, RuleVerdicts rulings) {
    Question asked = withShadowSettings(question);
    RuleVerdicts shadowed = shadow.judge(asked);
    if (shadowed.error() != null) {
      recordFailure(question, rulings, shadowed.error());
      return;
    }
    failures.set(0);
    String broken = rulings.error() == null ? null : "rule-error";
    for (int i = 0; i < question.transitions().size(); i++) {
      Transition transition = question.transitions().get(i);
      compareEffect(
          question,
          transition,
          broken == null ? describeEffect(transition, rulings) : broken,
          describeEffect(asked.transitions().get(i), shadowed),
          rulings,
          shadowed);
    }
    for (int i = 0; i < question.candidates().size(); i++) {
      Candidate candidate = question.candidates().get(i);
      compareEffect(
          question,
          candidate,
          broken == null ? describeGrant(candidate, rulings) : broken,
          describeGrant(asked.candidates().get(i), shadowed),
          rulings,
          shadowed);
    }
    compareEffect(
        question,
        null,
        broken == null ? describeOthers(rulings) : broken,
        describeOthers(shadowed),
        rulings,
        shadowed);
  }

  private void compareEffect(
      Question question,
      @Nullable Proposal about,
      String was,
      String would,
      RuleVerdicts rulings,
      RuleVerdicts shadowed) {
    if (!was.equals(would)) {
      notifyListener(
          new ShadowDivergence(
              question.instance().id(),
              about,
              was,
              would,
              rulings.verdicts(),
              shadowed.verdicts(),
              null));
    }
  }

  private static String describeEffect(Transition transition, RuleVerdicts rulings) {
    Resolution resolution = Resolution.of(transition, rulings.verdicts());
    return switch (resolution.effect()) {
      case PROCEED -> "taken";
      case UNLISTED -> "not-listed";
      case DENIED -> "denied";
      case REDIRECTED -> "redirected to " + resolution.redirectTarget();
      case IGNORED -> "ignored";
    };
  }

  private static String describeGrant(Candidate candidate, RuleVerdicts rulings) {
    for (RuleVerdict ruling : rulings.verdicts()) {
      if (ruling.verdict() instanceof Grant grant && grant.candidate() == candidate) {
        return "granted";
      }
    }
    return "not granted";
  }

  /** Findings and waived fields, in one order whatever the order of rules. */
  private static String describeOthers(RuleVerdicts rulings) {
    Set<String> all = new TreeSet<>();
    for (RuleVerdict ruling : rulings.verdicts()) {
      if (ruling.verdict() instanceof Finding finding) {
        all.add(finding.pattern() + " " + finding.level());
      } else if (ruling.verdict() instanceof Waive waive) {
        all.add("no question for " + waive.field());
      } else if (ruling.verdict() instanceof Refuse refuse) {
        all.add("another value for " + refuse.field());
      }
    }
    return all.isEmpty() ? "nothing" : String.join(", ", all);
  }

  /** The question as it would be under the shadow's settings. */
  private Question withShadowSettings(Question question) {
    List<Candidate> candidates = new ArrayList<>();
    question.candidates().forEach(each -> candidates.add(new Candidate(withShadowSettings(each))));
    List<Transition> transitions = new ArrayList<>();
    question
        .transitions()
        .forEach(each -> transitions.add(new Transition(withShadowSettings(each))));
    return new Question(
        question.instance(),
        settings,
        candidates,
        transitions,
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
        proposal.progress(),
        settings,
        proposal::leaves,
        proposal::enters);
  }
}
