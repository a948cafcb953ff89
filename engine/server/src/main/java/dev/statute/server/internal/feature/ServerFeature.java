package dev.statute.server.internal.feature;

import dev.statute.runtime.EngineBuilder;
import dev.statute.server.internal.http.RouteTable;

/**
 * Part of the server: its routes, and what it adds to the engine. Calls come in this order, from
 * one thread: {@link #configure}, {@link #addRoutes}, {@link #close}.
 */
public interface ServerFeature extends AutoCloseable {
  /** Adds listeners and handlers to the engine before it is built. */
  default void configure(EngineBuilder engine) {}

  /**
   * Adds routes; the engine and the executor of the context run, and the server accepts no requests
   * yet.
   */
  void addRoutes(RouteTable routes, ServerContext context);

  /** Stops; the engine still runs, and no more requests come. */
  @Override
  default void close() {}
}
