package dev.statute.spring;

import dev.statute.Statute;
import dev.statute.runtime.Engine;
import dev.statute.spring.internal.StatuteEndpoint;
import dev.statute.spring.internal.StoreHealth;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Configuration of the endpoint {@code statute} and of the health of the engine. Of several engines
 * it is that of the primary one; without a primary one the application defines its own beans.
 */
@AutoConfiguration(after = StatuteAutoConfiguration.class)
@ConditionalOnSingleCandidate(Engine.class)
public class StatuteActuatorAutoConfiguration {
  /** Endpoint with charts, instances and problems. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
  @ConditionalOnSingleCandidate(Statute.class)
  static class EndpointConfiguration {
    @Bean
    @ConditionalOnAvailableEndpoint
    @ConditionalOnMissingBean
    StatuteEndpoint statuteEndpoint(Engine engine, Statute statute) {
      return new StatuteEndpoint(engine, statute);
    }
  }

  /** Health of the store and its instances. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
  @ConditionalOnEnabledHealthIndicator("statute")
  static class HealthConfiguration {
    @Bean
    @ConditionalOnMissingBean(name = "statuteHealthIndicator")
    HealthIndicator statuteHealthIndicator(Engine engine, StatuteProperties properties) {
      return new StoreHealth(engine, properties.store());
    }
  }
}
