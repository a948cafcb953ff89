package dev.statute.server.internal.feature;

import dev.statute.Statute;
import dev.statute.runtime.Clock;
import dev.statute.runtime.Engine;
import dev.statute.server.ServerSettings;
import dev.statute.store.InstanceStore;
import java.util.concurrent.Executor;

/**
 * Parts of the server that features share.
 *
 * @param executor runs work that may block for a store access
 */
public record ServerContext(
    ServerSettings settings, Statute statute, Engine engine, Clock clock, Executor executor) {
  /** Store of the engine. */
  public InstanceStore store() {
    return engine.store();
  }
}
