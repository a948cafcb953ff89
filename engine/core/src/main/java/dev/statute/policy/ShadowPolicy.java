package dev.statute.policy;

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
 * #MOST_FAILURES} failures in a row it is given up, so that it no longer costs anything.
 * Thread-safe.
 */
public final class ShadowPolicy implements Policy {
  private static final int MOST_FAILURES = 10;

  private final Policy real;
  private final Policy shadow;
  private final Settings settings;
  private final Consumer<ShadowDivergence> told;
  private final AtomicInteger failures = new AtomicInteger();

  private ShadowPolicy(
      Policy real, Policy shadow, Settings settings, Consumer<ShadowDivergence> told) {
    this.real = real;
    this.shadow = shadow;
    this.settings = settings;
    this.told = told;
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

  private boolean isOn() {
    return failures.get() < MOST_FAILURES;
  }

  @Override
  public @Nullable String noneReason() {
    return real.noneReason();
  }

  @Override
  public boolean isMissing() {
    return real.isMissing();
  }

  @Override
  public boolean concerns(Proposal proposal) {
    return real.concerns(proposal) || (isOn() && shadow.concerns(proposal));
  }

  @Override
  public boolean finds() {
    return real.finds();
  }

  @Override
  public boolean observes() {
    return real.observes() || shadow.observes();
  }

  @Override
  public boolean waives() {
    return real.waives() || shadow.waives();
  }

  @Override
  public boolean refuses() {
    return real.refuses() || shadow.refuses();
  }

  @Override
  public Set<String> settings() {
    return real.settings();
  }

  @Override
  public Explanation explain(Question question) {
    return real.explain(question);
  }

  @Override
  public RuleVerdicts judge(Question question) {
    RuleVerdicts rulings = real.judge(question);
    if (isOn()) {
      try {
        compare(question, rulings);
      } catch (RuntimeException | LinkageError | StackOverflowError e) {
        String why = e.getMessage();
        failed(question, rulings, error(why == null ? "it failed and gave no reason" : why));
      }
    }
    return rulings;
  }

  private static RuleError error(String message) {
    return new RuleError("shadow", new Place("shadow", 1, 1), message);
  }

  private void failed(Question question, RuleVerdicts rulings, RuleError error) {
    boolean last = failures.incrementAndGet() == MOST_FAILURES;
    RuleError said =
        last
            ? new RuleError(
                error.rule(),
                error.place(),
                error.message() + "; the shadow is given up after " + MOST_FAILURES + " failures")
            : error;
    tell(
        new ShadowDivergence(
            question.instance().id(),
            null,
            rulings.error() == null ? "answered" : "rule-error",
            "rule-error",
            rulings.all(),
            List.of(),
            said));
  }

  private void tell(ShadowDivergence divergence) {
    try {
      told.accept(divergence);
    } catch (RuntimeException e) {
      // a listener to shadows must not change what the real rules decide
    }
  }

  private void compare(Question question, RuleVerdicts rulings) {
    Question asked = under(question);
    RuleVerdicts shadowed = shadow.judge(asked);
    if (shadowed.error() != null) {
      failed(question, rulings, shadowed.error());
      return;
    }
    failures.set(0);
    String broken = rulings.error() == null ? null : "rule-error";
    for (int i = 0; i < question.transitions().size(); i++) {
      Transition transition = question.transitions().get(i);
      differ(
          question,
          transition,
          broken == null ? effect(transition, rulings) : broken,
          effect(asked.transitions().get(i), shadowed),
          rulings,
          shadowed);
    }
    for (int i = 0; i < question.candidates().size(); i++) {
      Candidate candidate = question.candidates().get(i);
      differ(
          question,
          candidate,
          broken == null ? grant(candidate, rulings) : broken,
          grant(asked.candidates().get(i), shadowed),
          rulings,
          shadowed);
    }
    differ(
        question, null, broken == null ? rest(rulings) : broken, rest(shadowed), rulings, shadowed);
  }

  private void differ(
      Question question,
      @Nullable Proposal about,
      String was,
      String would,
      RuleVerdicts rulings,
      RuleVerdicts shadowed) {
    if (!was.equals(would)) {
      tell(
          new ShadowDivergence(
              question.instance().id(), about, was, would, rulings.all(), shadowed.all(), null));
    }
  }

  private static String effect(Transition transition, RuleVerdicts rulings) {
    Resolution resolution = Resolution.of(transition, rulings.all());
    return switch (resolution.effect()) {
      case PROCEED -> "taken";
      case UNLISTED -> "not-listed";
      case DENIED -> "denied";
      case REDIRECTED -> "redirected to " + resolution.redirect();
      case IGNORED -> "ignored";
    };
  }

  private static String grant(Candidate candidate, RuleVerdicts rulings) {
    for (RuleVerdict ruling : rulings.all()) {
      if (ruling.verdict() instanceof Grant grant && grant.candidate() == candidate) {
        return "granted";
      }
    }
    return "not granted";
  }

  /** Findings and waived fields, in one order whatever the order of rules. */
  private static String rest(RuleVerdicts rulings) {
    Set<String> all = new TreeSet<>();
    for (RuleVerdict ruling : rulings.all()) {
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
  private Question under(Question question) {
    List<Candidate> candidates = new ArrayList<>();
    question.candidates().forEach(each -> candidates.add(new Candidate(under(each))));
    List<Transition> transitions = new ArrayList<>();
    question.transitions().forEach(each -> transitions.add(new Transition(under(each))));
    return new Question(
        question.instance(),
        settings,
        candidates,
        transitions,
        question.observation(),
        question.fields());
  }

  private Proposal.Description under(Proposal proposal) {
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
