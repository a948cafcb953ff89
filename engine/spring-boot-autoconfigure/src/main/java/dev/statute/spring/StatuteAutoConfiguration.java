package dev.statute.spring;

import dev.statute.Statute;
import dev.statute.jdbc.JdbcStore;
import dev.statute.jdbc.TransactionBinding;
import dev.statute.runtime.Clock;
import dev.statute.runtime.Engine;
import dev.statute.runtime.EngineBuilder;
import dev.statute.runtime.Listener;
import dev.statute.runtime.Router;
import dev.statute.spring.internal.ChartPlaces;
import dev.statute.spring.internal.DatabaseCondition;
import dev.statute.spring.internal.HandlerBeans;
import dev.statute.spring.internal.JdbcStores;
import dev.statute.spring.internal.TurnBeans;
import dev.statute.store.Doorbell;
import dev.statute.store.InstanceStore;
import dev.statute.turns.TurnHandler;
import dev.statute.turns.TurnWorker;
import dev.statute.turns.Turns;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/**
 * Configuration of charts, store, engine and agent turns. Each bean gives way to one of the
 * application.
 */
@AutoConfiguration(
    afterName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@EnableConfigurationProperties(StatuteProperties.class)
public class StatuteAutoConfiguration {
  private static final Logger LOG = LoggerFactory.getLogger(StatuteAutoConfiguration.class);

  /** Loads the charts with their rules. */
  @Bean
  @ConditionalOnMissingBean
  Statute statute(StatuteProperties properties) {
    Statute statute = ChartPlaces.load(properties);
    statute.warnings().forEach(warning -> LOG.warn("{}", warning));
    statute.onReload(
        result ->
            result
                .problems()
                .forEach(problem -> LOG.warn("charts were loaded again: {}", problem)));
    return properties.reload() == null ? statute : statute.watch(properties.reload());
  }

  /** Collects the handlers and listeners among the methods of beans. */
  @Bean
  @ConditionalOnMissingBean
  HandlerBeans statuteHandlerBeans(ConfigurableListableBeanFactory beans) {
    return new HandlerBeans(beans);
  }

  /** Builds the engine. Its handlers wait until the application has started. */
  @Bean
  @ConditionalOnMissingBean
  Engine statuteEngine(
      StatuteProperties properties,
      Statute statute,
      HandlerBeans handlers,
      ObjectProvider<InstanceStore> store,
      ObjectProvider<Clock> clock,
      ObjectProvider<Doorbell> doorbell,
      ObjectProvider<Router> router,
      ObjectProvider<Listener> listeners,
      ObjectProvider<EngineCustomizer> customizers) {
    EngineBuilder builder = statute.engine();
    store.ifAvailable(builder::store);
    clock.ifAvailable(builder::clock);
    doorbell.ifAvailable(builder::doorbell);
    router.ifAvailable(builder::router);
    listeners.orderedStream().forEach(builder::listener);
    handlers.observeSteps(builder);
    handlers.addTo(builder);
    if (properties.strict()) {
      builder.strict();
    }
    if (properties.worker() != null) {
      builder.worker(properties.worker());
    }
    customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
    return builder.build();
  }

  /** Creates the agent turns of the charts, for those who ask for the bean. */
  @Bean
  @Lazy
  @ConditionalOnMissingBean
  Turns statuteTurns(
      Statute statute,
      ObjectProvider<InstanceStore> store,
      ObjectProvider<Clock> clock,
      ObjectProvider<Doorbell> doorbell) {
    return TurnBeans.create(
        statute,
        store.getIfAvailable(),
        clock.getIfAvailable(Clock::system),
        doorbell.getIfAvailable());
  }

  /** Starts a worker of agent turns if a bean handles their rounds. */
  @Bean
  @ConditionalOnBean(TurnHandler.class)
  @ConditionalOnMissingBean
  TurnWorker statuteTurnWorker(
      StatuteProperties properties, Turns turns, TurnHandler handler, HandlerBeans handlers) {
    return TurnBeans.start(properties, turns, handler, handlers);
  }

  /** Stores in databases. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(JdbcStore.class)
  @Conditional(DatabaseCondition.class)
  static class DatabaseConfiguration {
    @Bean
    @ConditionalOnMissingBean
    InstanceStore statuteStore(
        StatuteProperties properties,
        ObjectProvider<DataSource> source,
        ObjectProvider<TransactionBinding> binding) {
      return JdbcStores.open(properties.store(), source, binding);
    }
  }

  /** Refusal of a database without the module for it. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingClass("dev.statute.jdbc.JdbcStore")
  @Conditional(DatabaseCondition.class)
  static class MissingStoreConfiguration {
    @Bean
    @ConditionalOnMissingBean
    InstanceStore statuteStore(StatuteProperties properties) {
      throw new IllegalStateException(
          "statute.store begins with '"
              + properties.store().split("[:@=?]", 2)[0]
              + "', which needs the dependency dev.statute:statute-jdbc");
    }
  }
}
