package dev.statute.spring.test;

import dev.statute.runtime.EngineBuilder;
import dev.statute.runtime.ManualClock;
import dev.statute.spring.EngineCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configuration of an engine without threads and with a clock that stands still. */
@Configuration(proxyBeanMethods = false)
class ManualTimeConfiguration {
  @Bean
  ManualClock statuteClock() {
    return new ManualClock();
  }

  @Bean
  EngineCustomizer statuteSameThread() {
    return EngineBuilder::sameThread;
  }
}
