package dev.statute.runtime.internal.actor;

import dev.statute.runtime.Listener;
import dev.statute.runtime.support.ExceptionHandling;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Listeners of an engine, in the order of their registration. Thread-safe. */
public record EngineListeners(List<Listener> listeners) {
  private static final Logger LOG = LoggerFactory.getLogger(Listener.class);

  public EngineListeners {
    listeners = List.copyOf(listeners);
  }

  /** Notifies each listener. Never throws. */
  void forEach(Consumer<Listener> call) {
    for (Listener listener : listeners) {
      try {
        call.accept(listener);
      } catch (Throwable e) {
        ExceptionHandling.restoreInterrupt(e);
        LOG.warn("a listener threw; it stays registered", e);
      }
    }
  }
}
