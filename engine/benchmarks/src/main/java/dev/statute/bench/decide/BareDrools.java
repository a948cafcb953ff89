package dev.statute.bench.decide;

import dev.statute.policy.base.Verdict;
import dev.statute.policy.spi.Question;
import dev.statute.problem.Source;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.drools.core.impl.RuleBaseFactory;
import org.drools.kiesession.rulebase.InternalKnowledgeBase;
import org.drools.kiesession.rulebase.KnowledgeBaseFactory;
import org.kie.api.event.rule.DefaultRuleRuntimeEventListener;
import org.kie.api.event.rule.ObjectInsertedEvent;
import org.kie.api.io.ResourceType;
import org.kie.api.runtime.KieSession;
import org.kie.api.runtime.KieSessionConfiguration;
import org.kie.api.runtime.conf.ThreadSafeOption;
import org.kie.api.runtime.rule.FactHandle;
import org.kie.internal.builder.KnowledgeBuilder;
import org.kie.internal.builder.KnowledgeBuilderFactory;
import org.kie.internal.io.ResourceFactory;

/**
 * Drools alone: one long-lived session; facts are inserted, rules fire, facts are deleted. No
 * places, layers, limits or checks.
 */
final class BareDrools {
  private final KieSession session;
  private final boolean instances;
  private final List<FactHandle> handles = new ArrayList<>();
  private int verdicts;

  private BareDrools(KieSession session, boolean joins) {
    this.session = session;
    this.instances = joins;
    session.addEventListener(
        new DefaultRuleRuntimeEventListener() {
          @Override
          public void objectInserted(ObjectInsertedEvent event) {
            handles.add(event.getFactHandle());
            verdicts += event.getObject() instanceof Verdict ? 1 : 0;
          }
        });
  }

  /**
   * Compiles the files unchanged, and opens a session.
   *
   * @param joins true if rules use more than transitions
   */
  static BareDrools of(List<Source> files, boolean joins) {
    KnowledgeBuilder builder = KnowledgeBuilderFactory.newKnowledgeBuilder();
    for (Source file : files) {
      byte[] text = file.content().getBytes(StandardCharsets.UTF_8);
      builder.add(ResourceFactory.newByteArrayResource(text), ResourceType.DRL);
    }
    if (builder.hasErrors()) {
      throw new IllegalStateException(builder.getErrors().toString());
    }
    InternalKnowledgeBase base = KnowledgeBaseFactory.newKnowledgeBase();
    base.addPackages(builder.getKnowledgePackages());
    KieSessionConfiguration alone = RuleBaseFactory.newKnowledgeSessionConfiguration();
    alone.setOption(ThreadSafeOption.NO);
    return new BareDrools(base.newKieSession(alone, null), joins);
  }

  /** Counts the verdicts of the rules. */
  int judge(Question question) {
    verdicts = 0;
    if (instances) {
      session.insert(question.instance());
      session.insert(question.settings());
      session.insert(question.transitions().get(0).progress());
    }
    session.insert(question.transitions().get(0));
    session.fireAllRules();
    for (int i = handles.size() - 1; i >= 0; i--) {
      session.delete(handles.get(i));
    }
    handles.clear();
    return verdicts;
  }
}
