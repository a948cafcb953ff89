package dev.statute.drools.internal.check;

import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlFile;
import dev.statute.drools.internal.drl.PatternConstraint;
import dev.statute.policy.Verdict;
import dev.statute.problem.Text;
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
 * @param looks its patterns in document order, nested and negated ones too
 * @param gives the kinds of verdict it may insert
 * @param settings the names of settings it reads
 * @param derives whether it has facts made by {@code from}, {@code accumulate} or {@code collect}
 * @param says the verdicts that its consequence inserts, in order
 * @param onlySays whether its consequence does nothing else
 */
public record CheckedRule(
    DrlFile file,
    RuleDescr tree,
    Text name,
    List<PatternInfo> looks,
    Set<Class<? extends Verdict>> gives,
    Set<String> settings,
    boolean derives,
    List<GivenVerdict> says,
    boolean onlySays) {

  public CheckedRule {
    looks = List.copyOf(looks);
    says = List.copyOf(says);
    gives = Collections.unmodifiableSet(new LinkedHashSet<>(gives));
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
      Text name,
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
   * @param about the variable of what it is about; null for findings and waivers
   * @param conditional whether it depends on an {@code if}
   * @param word where a redirect leads, or the level of a finding; null = neither, or computed
   * @param made what is inserted
   */
  public record GivenVerdict(
      Class<? extends Verdict> kind,
      @Nullable String about,
      boolean conditional,
      @Nullable String word,
      DrlExpression.New made) {}
}
