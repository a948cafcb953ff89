package dev.statute.runtime.internal.actor;

import dev.statute.store.Doorbell;
import dev.statute.store.Subscription;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Doorbell of an engine, by instance. A ring may be lost, also by an exception of the doorbell:
 * others poll. Thread-safe.
 */
final class InstanceDoorbell {
  private static final Logger LOG = LoggerFactory.getLogger(InstanceDoorbell.class);

  /** Topic prefix: the inbox of an instance has a new event. */
  private static final String INBOX = "inbox/";

  /** Topic prefix: an event from another worker was handled. */
  private static final String HANDLED = "handled/";

  private final Doorbell doorbell;
  private volatile @Nullable Subscription subscription;

  InstanceDoorbell(Doorbell doorbell) {
    this.doorbell = doorbell;
  }

  /** Listens to the rings, of this engine too. Both consumers receive the id of the instance. */
  void listen(Consumer<String> onInbox, Consumer<String> onHandled) {
    subscription =
        doorbell.listen(
            topic -> {
              if (topic.startsWith(INBOX)) {
                onInbox.accept(topic.substring(INBOX.length()));
              } else if (topic.startsWith(HANDLED)) {
                onHandled.accept(topic.substring(HANDLED.length()));
              }
            });
  }

  /** Notifies the worker of an instance of a new event in its inbox. */
  void ringInbox(String id) {
    ring(INBOX + id);
  }

  /** Notifies the workers that wait for the result of an event in the inbox of an instance. */
  void ringHandled(String id) {
    ring(HANDLED + id);
  }

  private void ring(String topic) {
    try {
      doorbell.ring(topic);
    } catch (Throwable e) {
      LOG.warn("the doorbell threw on a ring for {}", topic, e);
    }
  }

  /** Listens to no further ring. */
  void close() {
    Subscription open = subscription;
    try {
      if (open != null) {
        open.close();
      }
    } catch (Throwable e) {
      LOG.warn("the doorbell threw when the subscription was closed", e);
    }
  }
}
