package dev.statute.analysis;

import dev.statute.policy.Layer;
import dev.statute.policy.Settings;
import dev.statute.policy.Verdict;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What rules may say while nothing is known of data, payloads and progress: for every verdict that
 * some run could get, an {@link PossibleVerdict} is here. Thread-safe.
 */
public interface PolicyApproximation {
  /** Rules of which nothing is known: any guard may hold, any finding may come. */
  PolicyApproximation UNKNOWN = new UnknownPolicy(true);

  /** There are no rules. */
  PolicyApproximation NO_RULES = new UnknownPolicy(false);

  /** The verdicts that rules may give on a transition or move; none = no rule speaks of it. */
  List<PossibleVerdict> about(ApproximateProposal prospect);

  /** Whether some rule may grant the guard of this transition. */
  boolean grants(ApproximateProposal candidate);

  /** Whether some rule may report a finding of this level. */
  boolean finds(String level);

  /** Whether some rule may permit a move that the chart does not list. */
  boolean permits();

  /** Names of events that rules compare with: each can mean something else to them. */
  Set<String> events();

  /**
   * A verdict that may come.
   *
   * @param rule {@code pack#name}
   * @param certain whether it comes in every run, whatever the data are
   * @param to where a redirect leads; null = of a redirect, not known
   */
  record PossibleVerdict(
      String rule,
      Layer layer,
      Class<? extends Verdict> kind,
      boolean certain,
      @Nullable String to) {}

  /**
   * Something that an instance may be about to do: the fields of a rule's {@code Transition} or
   * {@code Candidate}, as far as they do not depend on data.
   *
   * @param event its name, empty for none; null = one that no rule names
   * @param kind {@code event}, {@code move}, {@code timer} or {@code internal}; null = not known
   * @param before all states active before the step; null = not known
   * @param leaves whether taking it leaves that state
   * @param enters whether taking it enters that state
   */
  record ApproximateProposal(
      String chart,
      String from,
      @Nullable String to,
      List<String> targets,
      String source,
      @Nullable String event,
      @Nullable String kind,
      boolean listed,
      String guard,
      List<String> tags,
      Settings settings,
      @Nullable List<String> before,
      Predicate<String> leaves,
      Predicate<String> enters) {}
}
