package dev.statute.drools.internal.engine;

import org.drools.base.rule.EntryPointId;
import org.drools.core.SessionConfiguration;
import org.drools.core.common.InternalFactHandle;
import org.drools.core.common.ObjectTypeConfigurationRegistry;
import org.drools.core.common.PhreakPropagationContextFactory;
import org.drools.core.common.PropagationContext;
import org.drools.core.reteoo.ObjectTypeConf;
import org.drools.core.rule.consequence.InternalMatch;
import org.drools.core.rule.consequence.KnowledgeHelper;
import org.drools.kiesession.consequence.DefaultKnowledgeHelper;
import org.drools.kiesession.rulebase.InternalKnowledgeBase;
import org.drools.kiesession.session.StatefulKnowledgeSessionImpl;
import org.jspecify.annotations.Nullable;
import org.kie.api.runtime.Environment;
import org.kie.api.runtime.rule.FactHandle;

/**
 * A Drools session for facts that never change, one question after the other.
 *
 * <p>Facts go straight into the network. The store of a session, its events and a context for each
 * fact serve updates, truth maintenance and look-ups by object, which rules may not ask for, and
 * cost as much as the matching. What rules insert is told to a listener and goes nowhere else, as
 * no rule may look at verdicts.
 */
@SuppressWarnings("unchecked") // how a method that it inherits meets its interface
final class Hearing extends StatefulKnowledgeSessionImpl {
  private static final long serialVersionUID = 1;

  private static final PropagationContext INSERTION = context(PropagationContext.Type.INSERTION);
  private static final PropagationContext DELETION = context(PropagationContext.Type.DELETION);

  private transient @Nullable Listener listener;

  private static PropagationContext context(PropagationContext.Type type) {
    return new PhreakPropagationContextFactory()
        .createPropagationContext(0, type, null, null, null, EntryPointId.DEFAULT);
  }

  /** Is told what rules do, as they do it. */
  interface Listener {
    /** A rule fires; its consequence is about to run. */
    void fires(InternalMatch match);

    /** The rule that fires inserts this. */
    void says(Object verdict);
  }

  Hearing(
      int number,
      InternalKnowledgeBase base,
      SessionConfiguration configuration,
      Environment environment) {
    super(number, base, true, configuration, environment);
  }

  void tell(Listener told) {
    listener = told;
  }

  /** Puts a fact before the rules. */
  InternalFactHandle put(Object fact) {
    ObjectTypeConf type = types().getOrCreateObjectTypeConf(EntryPointId.DEFAULT, fact);
    InternalFactHandle handle = getFactHandleFactory().newFactHandle(fact, type, this, this);
    getEntryPointNode().assertObject(handle, INSERTION, type, this);
    return handle;
  }

  /** Takes it away again. */
  void take(InternalFactHandle handle) {
    ObjectTypeConf type =
        types().getOrCreateObjectTypeConf(EntryPointId.DEFAULT, handle.getObject());
    getEntryPointNode().retractObject(handle, DELETION, type, this);
  }

  private ObjectTypeConfigurationRegistry types() {
    return getEntryPointNode().getTypeConfReg();
  }

  @Override
  public KnowledgeHelper createKnowledgeHelper() {
    return new Hand(this);
  }

  /** What consequences call {@code insert} on. */
  private static final class Hand extends DefaultKnowledgeHelper {
    private static final long serialVersionUID = 1;

    private final transient Hearing hearing;

    Hand(Hearing hearing) {
      super(hearing);
      this.hearing = hearing;
    }

    @Override
    public void setActivation(InternalMatch match) {
      super.setActivation(match);
      if (hearing.listener != null) {
        hearing.listener.fires(match);
      }
    }

    @Override
    public @Nullable FactHandle insert(Object fact) {
      if (hearing.listener != null) {
        hearing.listener.says(fact);
      }
      return null;
    }

    @Override
    public @Nullable FactHandle insert(Object fact, boolean dynamic) {
      return insert(fact);
    }
  }
}
