package dev.statute.runtime;

import dev.statute.store.Doorbell;
import dev.statute.store.Subscription;
import java.util.function.Consumer;

/** Doorbell without listeners, for engines that have no other worker. */
enum SilentDoorbell implements Doorbell {
  INSTANCE;

  @Override
  public void ring(String topic) {}

  @Override
  public Subscription listen(Consumer<String> onRing) {
    return () -> {};
  }
}
