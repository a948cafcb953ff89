package dev.statute.turns;

import dev.statute.store.Doorbell;
import dev.statute.store.Subscription;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Doorbell that rings synchronously, and records the topics. */
final class RecordingDoorbell implements Doorbell {
  private final List<String> topics = new ArrayList<>();
  private final List<Consumer<String>> listeners = new ArrayList<>();
  private int ringCount = 1;

  List<String> topics() {
    return List.copyOf(topics);
  }

  /** Sets the number of deliveries per ring; 0 = all are lost. */
  void ringCount(int number) {
    ringCount = number;
  }

  @Override
  public void ring(String topic) {
    topics.add(topic);
    for (int i = 0; i < ringCount; i++) {
      List.copyOf(listeners).forEach(listener -> listener.accept(topic));
    }
  }

  @Override
  public Subscription listen(Consumer<String> onRing) {
    listeners.add(onRing);
    return () -> listeners.remove(onRing);
  }
}
