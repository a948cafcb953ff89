package dev.statute.drools.internal.run;

import org.drools.core.BaseConfigurationFactories;
import org.drools.core.impl.RuleBaseFactory;
import org.jspecify.annotations.Nullable;
import org.kie.api.conf.OptionKey;
import org.kie.api.conf.SingleValueKieBaseOption;
import org.kie.internal.conf.CompositeBaseConfiguration;
import org.kie.internal.conf.ConstraintJittingThresholdOption;

/**
 * Configuration that compiles constraints at their first evaluation: an interpreted constraint
 * coerces types differently, and a rule's meaning must not change after warm-up. Drools reads this
 * option at every evaluation of every constraint, and would create it each time.
 */
@SuppressWarnings({"serial", "unchecked"}) // never serialized; varargs of the superclass
final class JitConfiguration extends CompositeBaseConfiguration {
  private static final long serialVersionUID = 1;

  private static final ConstraintJittingThresholdOption ALWAYS =
      ConstraintJittingThresholdOption.get(0);

  private JitConfiguration(CompositeBaseConfiguration standard) {
    super(
        standard.getProperties(),
        standard.getClassLoader(),
        BaseConfigurationFactories.baseConf,
        BaseConfigurationFactories.ruleConf,
        BaseConfigurationFactories.flowConf);
    setOption(ALWAYS);
  }

  static JitConfiguration of(ClassLoader classes) {
    return new JitConfiguration(
        (CompositeBaseConfiguration) RuleBaseFactory.newKnowledgeBaseConfiguration(null, classes));
  }

  @Override
  public <C extends SingleValueKieBaseOption> @Nullable C getOption(OptionKey<C> option) {
    return option == ConstraintJittingThresholdOption.KEY ? (C) ALWAYS : super.getOption(option);
  }
}
