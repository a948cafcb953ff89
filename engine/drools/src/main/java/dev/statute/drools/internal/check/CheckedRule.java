package dev.statute.drools.internal.check;

import dev.statute.drools.internal.drl.DrlFile;
import dev.statute.drools.internal.drl.PatternConstraint;
import dev.statute.drools.internal.drl.TextReplacement;
import dev.statute.policy.base.Verdict;
import dev.statute.problem.SourceText;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.drools.drl.ast.descr.RuleDescr;
import org.jspecify.annotations.Nullable;

/**
 * Checked rule with the results of the checks.
 *
 * @param name with its place
 * @param patterns its patterns in document order, including nested and negated ones
 * @param settings the names of settings it reads
 * @param derivesFacts true if it has facts made by {@code from}, {@code accumulate} or {@code
 *     collect}
 * @param verdicts the verdicts that its consequence inserts, in order
 * @param replacements what the rule engine compiles in place of parts of it
 */
public record CheckedRule(
    DrlFile file,
    RuleDescr tree,
    SourceText name,
    List<PatternInfo> patterns,
    Set<String> settings,
    boolean derivesFacts,
    List<GivenVerdict> verdicts,
    List<TextReplacement> replacements) {

  public CheckedRule {
    patterns = List.copyOf(patterns);
    verdicts = List.copyOf(verdicts);
    replacements = List.copyOf(replacements);
    settings = Collections.unmodifiableSet(new LinkedHashSet<>(settings));
  }

  /** Kinds of verdict that it may insert. */
  public Set<Class<? extends Verdict>> verdictKinds() {
    Set<Class<? extends Verdict>> kinds = new LinkedHashSet<>();
    verdicts.forEach(verdict -> kinds.add(verdict.kind()));
    return kinds;
  }

  /** Priority; rules with a higher one fire first. */
  public int salience() {
    return tree.getSalience() == null ? 0 : Integer.parseInt(tree.getSalience());
  }

  /**
   * Pattern: the facts of a type for which all conditions hold.
   *
   * @param name the type with its place
   * @param binding the variable for the fact, or null
   * @param required true if such a fact must exist; false inside {@code not}, {@code or}, {@code
   *     exists}, {@code forall} and {@code from}
   */
  public record PatternInfo(
      SourceText name,
      Class<?> type,
      List<PatternConstraint> conditions,
      @Nullable String binding,
      boolean required) {
    public PatternInfo {
      conditions = List.copyOf(conditions);
    }
  }

  /**
   * Verdict that the consequence inserts.
   *
   * @param subject the variable of the subject; null for findings and waivers
   * @param conditional true if it depends on an {@code if}
   * @param argument target of a redirect, or level of a finding; null = neither, or computed
   */
  public record GivenVerdict(
      Class<? extends Verdict> kind,
      @Nullable String subject,
      boolean conditional,
      @Nullable String argument) {}
}
