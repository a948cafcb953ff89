package dev.statute.spring;

import dev.statute.runtime.EngineBuilder;

/** Bean that changes the builder of the engine, after the properties are applied to it. */
@FunctionalInterface
public interface EngineCustomizer {
  void customize(EngineBuilder builder);
}
