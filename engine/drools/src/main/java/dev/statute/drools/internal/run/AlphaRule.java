package dev.statute.drools.internal.run;

import dev.statute.drools.internal.check.CheckedRule;
import dev.statute.drools.internal.check.CheckedRule.GivenVerdict;
import dev.statute.drools.internal.check.CheckedRule.PatternInfo;
import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.policy.Candidate;
import dev.statute.policy.Deny;
import dev.statute.policy.Grant;
import dev.statute.policy.Ignore;
import dev.statute.policy.Permit;
import dev.statute.policy.Proposal;
import dev.statute.policy.Redirect;
import dev.statute.policy.Transition;
import dev.statute.policy.base.Verdict;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import org.drools.base.base.ValueResolver;
import org.drools.base.rule.constraint.AlphaNodeFieldConstraint;
import org.drools.core.common.BaseNode;
import org.drools.core.common.InternalFactHandle;
import org.drools.core.reteoo.AlphaNode;
import org.drools.core.reteoo.LeftInputAdapterNode;
import org.drools.core.reteoo.ObjectTypeNode;
import org.drools.core.reteoo.RuleTerminalNode;
import org.drools.core.reteoo.TerminalNode;
import org.drools.kiesession.rulebase.InternalKnowledgeBase;
import org.jspecify.annotations.Nullable;

/**
 * Rule with a single pattern, which is on a proposal. The conditions of its alpha nodes decide its
 * match, so it is fired without the network and its memories. Conditions and consequence are those
 * that Drools compiled, except for verdicts with constant texts: generating a class per rule
 * dominates the time of many rules, and the class is slow for its first thousand calls. Immutable.
 *
 * @param number the rule
 * @param conditions Drools' conditions on the proposal, in order
 * @param end node of the network that receives its matches
 * @param verdictOf creates its verdict if that is constant except for the proposal, else null
 */
record AlphaRule(
    int number,
    List<AlphaNodeFieldConstraint> conditions,
    RuleTerminalNode end,
    @Nullable Function<Proposal, Verdict> verdictOf) {

  /** Finds for each rule its alpha rule, or null. */
  static List<@Nullable AlphaRule> findAll(InternalKnowledgeBase base, List<CheckedRule> checked) {
    List<@Nullable AlphaRule> all = new ArrayList<>(Collections.nCopies(checked.size(), null));
    for (TerminalNode[] ends : base.getReteooBuilder().getTerminalNodes().values()) {
      if (ends.length == 1 && ends[0] instanceof RuleTerminalNode end) {
        int number = RuleBase.number(end.getRule().getName());
        CheckedRule rule = checked.get(number);
        if (matchesSingleProposal(rule)) {
          all.set(number, of(number, end, constant(rule)));
        }
      }
    }
    return all;
  }

  private static boolean matchesSingleProposal(CheckedRule rule) {
    return !rule.derivesFacts()
        && rule.patterns().size() == 1
        && rule.patterns().get(0).required()
        && Proposal.class.isAssignableFrom(rule.patterns().get(0).type())
        && !rule.tree().getAttributes().containsKey("enabled");
  }

  private static @Nullable AlphaRule of(
      int number, RuleTerminalNode end, @Nullable Function<Proposal, Verdict> creator) {
    if (!(end.getLeftTupleSource() instanceof LeftInputAdapterNode adapter)) {
      return null;
    }
    Deque<AlphaNodeFieldConstraint> conditions = new ArrayDeque<>();
    BaseNode at = adapter.getObjectSource();
    while (at instanceof AlphaNode alpha) {
      conditions.addFirst(alpha.getConstraint());
      at = alpha.getParent();
    }
    return at instanceof ObjectTypeNode
        ? new AlphaRule(number, List.copyOf(conditions), end, creator)
        : null;
  }

  /** Creator of a rule's only verdict, if it has only texts beside its subject. */
  private static @Nullable Function<Proposal, Verdict> constant(CheckedRule rule) {
    PatternInfo pattern = rule.patterns().get(0);
    if (!rule.onlyInserts() || rule.verdicts().size() != 1) {
      return null;
    }
    GivenVerdict saying = rule.verdicts().get(0);
    List<String> words = new ArrayList<>();
    for (DrlExpression argument : saying.creation().arguments()) {
      if (argument instanceof DrlExpression.Literal literal
          && literal.value() instanceof String text) {
        words.add(text);
      }
    }
    boolean constant =
        words.size() == saying.creation().arguments().size() - 1
            && saying.subject() != null
            && saying.subject().equals(pattern.binding());
    return constant ? verdict(saying.kind(), words) : null;
  }

  private static @Nullable Function<Proposal, Verdict> verdict(
      Class<? extends Verdict> kind, List<String> words) {
    String first = words.get(0);
    if (kind == Deny.class) {
      return proposal -> new Deny((Transition) proposal, first);
    } else if (kind == Permit.class) {
      return proposal -> new Permit((Transition) proposal, first);
    } else if (kind == Ignore.class) {
      return proposal -> new Ignore((Transition) proposal, first);
    } else if (kind == Redirect.class) {
      return proposal -> new Redirect((Transition) proposal, first, words.get(1));
    } else if (kind == Grant.class) {
      return proposal -> new Grant((Candidate) proposal, first);
    }
    return null;
  }

  /** Returns the same rule without conditions, for proposals that are known to meet them. */
  AlphaRule withoutConditions() {
    return new AlphaRule(number, List.of(), end, verdictOf);
  }

  boolean matches(InternalFactHandle proposal, ValueResolver session) {
    for (int i = 0; i < conditions.size(); i++) {
      if (!conditions.get(i).isAllowed(proposal, session)) {
        return false;
      }
    }
    return true;
  }
}
