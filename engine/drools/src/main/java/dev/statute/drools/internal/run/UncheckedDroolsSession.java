package dev.statute.drools.internal.run;

import dev.statute.policy.Proposal;
import dev.statute.policy.base.Verdict;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.drools.base.rule.EntryPointId;
import org.drools.core.SessionConfiguration;
import org.drools.core.common.InternalFactHandle;
import org.drools.core.common.PhreakPropagationContextFactory;
import org.drools.core.common.PropagationContext;
import org.drools.core.common.SuperCacheFixer;
import org.drools.core.phreak.RuleAgendaItem;
import org.drools.core.reteoo.LeftInputAdapterNode;
import org.drools.core.reteoo.ObjectTypeConf;
import org.drools.core.reteoo.RightTuple;
import org.drools.core.reteoo.RuleTerminalNodeLeftTuple;
import org.drools.core.reteoo.TupleImpl;
import org.drools.core.rule.consequence.InternalMatch;
import org.drools.core.rule.consequence.KnowledgeHelper;
import org.drools.kiesession.consequence.DefaultKnowledgeHelper;
import org.drools.kiesession.rulebase.InternalKnowledgeBase;
import org.drools.kiesession.session.StatefulKnowledgeSessionImpl;
import org.jspecify.annotations.Nullable;
import org.kie.api.runtime.Environment;
import org.kie.api.runtime.rule.FactHandle;

/**
 * Drools session for immutable facts, one question after the other.
 *
 * <p>Facts are inserted directly into the network. The fact store of a session, its events and a
 * context per fact serve updates, truth maintenance and look-ups by object, which rules may not
 * use, and cost as much as the matching. Verdicts that rules insert go to a listener only, because
 * rules may not match verdicts.
 *
 * <p>The handle of a deleted fact is reused if rules only join facts: their matches are removed at
 * the next evaluation, possibly many questions later, but that does not read the fact. If rules
 * count or negate, Drools reads it, to subtract it from a sum or to search for other facts.
 */
@SuppressWarnings("unchecked") // how an inherited method implements its interface
final class UncheckedDroolsSession extends StatefulKnowledgeSessionImpl {
  private static final long serialVersionUID = 1;

  private static final PropagationContext INSERTION = context(PropagationContext.Type.INSERTION);
  private static final PropagationContext DELETION = context(PropagationContext.Type.DELETION);

  private transient @Nullable Listener listener;

  // One per session, because each use of a method reference creates an object.
  private final transient Consumer<TupleImpl> deleteRight = this::deleteRight;
  private final transient Consumer<TupleImpl> deleteLeft = this::deleteLeft;

  /** Helper passed to the consequences of alpha rules. */
  private final transient VerdictCollector alphaHelper = new VerdictCollector(this);

  private transient @Nullable InternalFactHandle lone;

  private final boolean repeated;
  private final transient List<InternalFactHandle> inserted = new ArrayList<>();
  private final transient ArrayDeque<InternalFactHandle> spareHandles = new ArrayDeque<>();

  private static PropagationContext context(PropagationContext.Type type) {
    return new PhreakPropagationContextFactory()
        .createPropagationContext(0, type, null, null, null, EntryPointId.DEFAULT);
  }

  /** Listener of firing rules and their verdicts. */
  interface Listener {
    /**
     * Reports that the rule with this number fires; its consequence runs next.
     *
     * @param match its match; null for an {@link AlphaRule} with constant verdicts
     */
    void onFiring(int number, @Nullable InternalMatch match);

    /** Reports a verdict of the firing rule. */
    void onVerdict(Object verdict);
  }

  /**
   * Opens a session.
   *
   * @param again true if rules only join facts
   */
  UncheckedDroolsSession(
      int number,
      InternalKnowledgeBase base,
      SessionConfiguration configuration,
      Environment environment,
      boolean again) {
    super(number, base, true, configuration, environment);
    this.repeated = again;
  }

  void setListener(Listener told) {
    listener = told;
  }

  /** Inserts a fact. */
  void insertFact(Object fact) {
    ObjectTypeConf type =
        getEntryPointNode().getTypeConfReg().getOrCreateObjectTypeConf(EntryPointId.DEFAULT, fact);
    InternalFactHandle handle = spareHandles.poll();
    if (handle == null) {
      handle = getFactHandleFactory().newFactHandle(fact, type, this, this);
    } else {
      handle.setObject(fact);
    }
    getEntryPointNode().assertObject(handle, INSERTION, type, this);
    inserted.add(handle);
  }

  /** Deletes all facts. */
  void deleteAll() {
    if (lone != null) {
      lone.setObject(null);
    }
    if (inserted.isEmpty()) {
      return;
    }
    for (int i = inserted.size() - 1; i >= 0; i--) {
      InternalFactHandle handle = inserted.get(i);
      handle.forEachRightTuple(deleteRight);
      handle.clearRightTuples();
      handle.forEachLeftTuple(deleteLeft);
      handle.clearLeftTuples();
    }
    flushPropagations();
    for (int i = 0; repeated && i < inserted.size(); i++) {
      inserted.get(i).setObject(null);
      spareHandles.add(inserted.get(i));
    }
    inserted.clear();
  }

  /** Number of the rule in evaluation; -1 = unknown. */
  int evaluatedRule() {
    RuleAgendaItem item = getAgenda().peekNextRule();
    return item == null ? -1 : RuleBase.number(item.getRule().getName());
  }

  private void deleteRight(TupleImpl tuple) {
    ((RightTuple) tuple).retractTuple(DELETION, this);
  }

  private void deleteLeft(TupleImpl tuple) {
    ((LeftInputAdapterNode) SuperCacheFixer.getLeftTupleSource(tuple))
        .retractLeftTuple(tuple, DELETION, this);
  }

  /**
   * Fires a rule for a proposal if its conditions hold, without the network.
   *
   * @return true if it fired
   * @throws Exception if its consequence throws it
   */
  boolean fire(AlphaRule rule, Proposal proposal) throws Exception {
    if (!rule.conditions().isEmpty() && !rule.matches(handle(proposal), this)) {
      return false;
    }
    if (rule.verdictOf() != null) {
      alphaHelper.onVerdict(rule.number(), rule.verdictOf().apply(proposal));
    } else {
      InternalMatch match = new RuleTerminalNodeLeftTuple(handle(proposal), rule.end(), false);
      alphaHelper.onFiring(rule.number(), match);
      match.getConsequence().evaluate(alphaHelper, this);
    }
    return true;
  }

  private InternalFactHandle handle(Proposal proposal) {
    if (lone == null) {
      lone = getFactHandleFactory().newFactHandle(proposal, null, this, this);
    }
    lone.setObject(proposal);
    return lone;
  }

  @Override
  public KnowledgeHelper createKnowledgeHelper() {
    return new VerdictCollector(this);
  }

  /** Receiver of {@code insert} in consequences. */
  private static final class VerdictCollector extends DefaultKnowledgeHelper {
    private static final long serialVersionUID = 1;

    private final transient UncheckedDroolsSession ownerSession;

    VerdictCollector(UncheckedDroolsSession hearing) {
      super(hearing);
      this.ownerSession = hearing;
    }

    @Override
    public void setActivation(InternalMatch match) {
      onFiring(RuleBase.number(match.getRule().getName()), match);
    }

    private void onVerdict(int number, Verdict verdict) {
      if (ownerSession.listener != null) {
        ownerSession.listener.onFiring(number, null);
        ownerSession.listener.onVerdict(verdict);
      }
    }

    private void onFiring(int number, InternalMatch match) {
      super.setActivation(match);
      if (ownerSession.listener != null) {
        ownerSession.listener.onFiring(number, match);
      }
    }

    @Override
    public @Nullable FactHandle insert(Object fact) {
      if (ownerSession.listener != null) {
        ownerSession.listener.onVerdict(fact);
      }
      return null;
    }

    @Override
    public @Nullable FactHandle insert(Object fact, boolean dynamic) {
      return insert(fact);
    }
  }
}
