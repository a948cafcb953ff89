package dev.statute.store;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Listeners of a doorbell in this process. Thread-safe. */
final class DoorbellListeners {
  private static final Logger LOG = LoggerFactory.getLogger(Doorbell.class);

  private final List<Ear> listeners = new CopyOnWriteArrayList<>();

  /** Subscription by identity; the same consumer may subscribe twice. */
  private static final class Ear {
    private final Consumer<String> onRing;

    Ear(Consumer<String> onRing) {
      this.onRing = onRing;
    }
  }

  Subscription listen(Consumer<String> onRing) {
    Ear ear = new Ear(onRing);
    listeners.add(ear);
    return () -> listeners.remove(ear);
  }

  /** Notifies the listeners; an exception of one does not affect the others. */
  void notifyListeners(String topic) {
    for (Ear ear : listeners) {
      try {
        ear.onRing.accept(topic);
      } catch (Throwable e) {
        LOG.warn("a listener threw on a ring for {}; the others hear it all the same", topic, e);
      }
    }
  }

  void clear() {
    listeners.clear();
  }
}
