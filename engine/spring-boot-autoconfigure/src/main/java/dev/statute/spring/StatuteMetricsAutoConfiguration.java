package dev.statute.spring;

import dev.statute.telemetry.EngineMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/** Configuration of the engine's meters in the registry of the application. */
@AutoConfiguration(
    before = StatuteAutoConfiguration.class,
    afterName =
        "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass({MeterRegistry.class, EngineMetrics.class})
@ConditionalOnSingleCandidate(MeterRegistry.class)
public class StatuteMetricsAutoConfiguration {
  /** Adds the meters to the engine. */
  @Bean
  EngineCustomizer statuteMetrics(MeterRegistry registry) {
    EngineMetrics metrics = new EngineMetrics(registry);
    return builder -> builder.listener(metrics).onBuilt(metrics::bind);
  }

  /**
   * Leaves out the timer of the observations of steps, which have no length. It has the name of the
   * engine's timer and other tags: a registry of Prometheus cannot show both, and fails.
   */
  @Bean
  static MeterFilter statuteStepTimer() {
    return MeterFilter.deny(
        id -> id.getName().equals("statute.step") && id.getTag("outcome") != null);
  }
}
