package dev.statute.turns;

import dev.statute.store.Doorbell;
import dev.statute.store.Subscription;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A doorbell that rings at once, and writes down for whom. */
final class Bell implements Doorbell {
  private final List<String> rung = new ArrayList<>();
  private final List<Consumer<String>> listeners = new ArrayList<>();
  private int times = 1;

  List<String> rung() {
    return List.copyOf(rung);
  }

  /** How often each ring is delivered; 0 = all are lost. */
  void times(int number) {
    times = number;
  }

  @Override
  public void ring(String topic) {
    rung.add(topic);
    for (int i = 0; i < times; i++) {
      List.copyOf(listeners).forEach(listener -> listener.accept(topic));
    }
  }

  @Override
  public Subscription listen(Consumer<String> onRing) {
    listeners.add(onRing);
    return () -> listeners.remove(onRing);
  }
}
