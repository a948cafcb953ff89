package dev.statute.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** {@link Hand}s at one store, and what they were told. */
final class Hands implements AutoCloseable {
  private final Place place;
  private final List<Child> all = new ArrayList<>();
  private final Set<String> delivered = ConcurrentHashMap.newKeySet();
  private final AtomicLong fenced = new AtomicLong();

  Hands(Place place) {
    this.place = place;
  }

  /** Another one, which is at work when this returns. */
  Child begin() {
    return begin(false);
  }

  /**
   * @param stands whether it stands still amid its first turn
   */
  Child begin(boolean stands) {
    List<String> arguments = new ArrayList<>(List.of("hand-" + all.size(), String.valueOf(stands)));
    arguments.addAll(place.words());
    Child child =
        new Child(
            Hand.class,
            arguments,
            words -> {
              if (words[0].equals("delivered")) {
                delivered.add(words[1]);
              } else if (words[0].equals("lost")) {
                fenced.incrementAndGet();
              }
            });
    all.add(child);
    child.await("ready", 1);
    return child;
  }

  /** The turns whose delivery was acknowledged. */
  Set<String> delivered() {
    return delivered;
  }

  /** How often one was told that it had lost its turn. */
  long fenced() {
    return fenced.get();
  }

  @Override
  public void close() {
    all.forEach(Child::close);
  }
}
