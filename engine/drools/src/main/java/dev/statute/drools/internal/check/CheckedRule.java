package dev.statute.drools.internal.check;

import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlFile;
import dev.statute.drools.internal.drl.PatternConstraint;
import dev.statute.policy.Verdict;
import dev.statute.problem.SourceText;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.drools.drl.ast.descr.RuleDescr;
import org.jspecify.annotations.Nullable;

/**
 * A rule that was checked, with what the checks learned.
 *
 * @param name where it is written
 * @param patterns its patterns in document order, nested and negated ones too
 * @param verdictKinds the kinds of verdict it may insert
 * @param settings the names of settings it reads
 * @param derivesFacts whether it has facts made by {@code from}, {@code accumulate} or {@code
 *     collect}
 * @param verdicts the verdicts that its consequence inserts, in order
 * @param onlyInserts whether its consequence does nothing else
 */
public record CheckedRule(
    DrlFile file,
    RuleDescr tree,
    SourceText name,
    List<PatternInfo> patterns,
    Set<Class<? extends Verdict>> verdictKinds,
    Set<String> settings,
    boolean derivesFacts,
    List<GivenVerdict> verdicts,
    boolean onlyInserts) {

  public CheckedRule {
    patterns = List.copyOf(patterns);
    verdicts = List.copyOf(verdicts);
    verdictKinds = Collections.unmodifiableSet(new LinkedHashSet<>(verdictKinds));
    settings = Collections.unmodifiableSet(new LinkedHashSet<>(settings));
  }

  /** Rules with more of it fire first. */
  public int salience() {
    return tree.getSalience() == null ? 0 : Integer.parseInt(tree.getSalience());
  }

  /**
   * What a pattern looks at: the facts of a type for which all conditions hold.
   *
   * @param name the type where it is written
   * @param binding the variable for the fact, or null
   * @param required whether there has to be such a fact; false inside {@code not}, {@code or},
   *     {@code exists}, {@code forall} and {@code from}
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
   * A verdict that the consequence inserts.
   *
   * @param subject the variable of what it is about; null for findings and waivers
   * @param conditional whether it depends on an {@code if}
   * @param argument where a redirect leads, or the level of a finding; null = neither, or computed
   * @param creation what is inserted
   */
  public record GivenVerdict(
      Class<? extends Verdict> kind,
      @Nullable String subject,
      boolean conditional,
      @Nullable String argument,
      DrlExpression.New creation) {}
}
