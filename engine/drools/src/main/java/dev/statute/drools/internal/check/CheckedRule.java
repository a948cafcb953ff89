package dev.statute.drools.internal.check;

import dev.statute.drools.internal.drl.Condition;
import dev.statute.drools.internal.drl.DrlFile;
import dev.statute.policy.Verdict;
import dev.statute.problem.Text;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.drools.drl.ast.descr.RuleDescr;

/**
 * A rule that was checked, with what the checks learned.
 *
 * @param name where it is written
 * @param looks its patterns in document order, nested and negated ones too
 * @param gives the kinds of verdict it may insert
 * @param settings the names of settings it reads
 * @param derives whether it has facts made by {@code from}, {@code accumulate} or {@code collect}
 */
public record CheckedRule(
    DrlFile file,
    RuleDescr tree,
    Text name,
    List<Look> looks,
    Set<Class<? extends Verdict>> gives,
    Set<String> settings,
    boolean derives) {

  public CheckedRule {
    looks = List.copyOf(looks);
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
   */
  public record Look(Text name, Class<?> type, List<Condition> conditions) {
    public Look {
      conditions = List.copyOf(conditions);
    }
  }
}
