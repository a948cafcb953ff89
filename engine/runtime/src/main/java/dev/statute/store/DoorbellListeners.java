package dev.statute.store;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Listeners of a doorbell in this process. Thread-safe. */
final class DoorbellListeners {
  private static final Logger LOG = LoggerFactory.getLogger(Doorbell.class);

  private final List<RingListener> listeners = new CopyOnWriteArrayList<>();

  /** Subscription by identity; the same consumer may subscribe twice. */
  private static final class RingListener {
    private final Consumer<String> onRing;

    RingListener(Consumer<String> onRing) {
      this.onRing = onRing;
    }
  }

  Subscription listen(Consumer<String> onRing) {
    RingListener listener = new RingListener(onRing);
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  /** Notifies the listeners; an exception of one does not affect the others. */
  void notifyListeners(String topic) {
    for (RingListener listener : listeners) {
      try {
        listener.onRing.accept(topic);
      } catch (Throwable e) {
        LOG.warn("a listener threw on a ring for {}; the others are notified", topic, e);
      }
    }
  }

  void clear() {
    listeners.clear();
  }
}
