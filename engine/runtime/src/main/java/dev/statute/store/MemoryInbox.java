package dev.statute.store;

import dev.statute.store.InstanceStore.Accepted;
import dev.statute.store.InstanceStore.Entry;
import dev.statute.store.InstanceStore.Handled;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Inbox of an entry of a {@link MemoryStore}, and its handled events. Empty maps are constants.
 * Guarded by its entry's lock.
 */
final class MemoryInbox {
  private record Done(Handled handled, Instant at) {}

  private Map<String, Entry> entries = Map.of();
  private Map<String, Done> done = Map.of();

  List<Entry> entries(int atMost) {
    return entries.values().stream().limit(atMost).toList();
  }

  /** Returns the number of waiting events. */
  int size() {
    return entries.size();
  }

  /** Returns the number of waiting and handled events. */
  int totalSize() {
    return entries.size() + done.size();
  }

  Accepted accept(Entry entry) {
    Done before = done.get(entry.event());
    if (before != null || entries.containsKey(entry.event())) {
      return new Accepted(false, before == null ? null : before.handled);
    }
    if (entries.isEmpty()) {
      entries = new LinkedHashMap<>();
    }
    entries.put(entry.event(), entry);
    return new Accepted(true, null);
  }

  @Nullable Handled handled(String event) {
    Done known = done.get(event);
    return known == null ? null : known.handled;
  }

  /**
   * Marks an event as handled.
   *
   * @param kept maximum number of handled events
   */
  void handle(Handled handled, Instant at, int kept) {
    if (entries.containsKey(handled.event())) {
      entries.remove(handled.event());
      entries = entries.isEmpty() ? Map.of() : entries;
    }
    if (done.isEmpty()) {
      done = new LinkedHashMap<>();
    }
    done.put(handled.event(), new Done(handled, at));
    if (done.size() > kept) {
      Iterator<String> first = done.keySet().iterator();
      first.next();
      first.remove();
    }
  }

  void clear() {
    entries = Map.of();
    done = Map.of();
  }

  /** Tests that no waiting or handled event matches. */
  boolean noneMatch(Predicate<String> event) {
    return Stream.concat(entries.keySet().stream(), done.keySet().stream()).noneMatch(event);
  }

  /**
   * Deletes older events.
   *
   * @param mayComeAgain tests for an event id that may be redelivered
   * @param isAbsent true if there is no instance, for which older events wait in vain
   * @return number of deleted events
   */
  int prune(Instant before, Predicate<String> mayComeAgain, boolean isAbsent) {
    int old = totalSize();
    if (!done.isEmpty()) {
      done.entrySet()
          .removeIf(
              each -> each.getValue().at.isBefore(before) && !mayComeAgain.test(each.getKey()));
    }
    if (isAbsent && !entries.isEmpty()) {
      entries.values().removeIf(entry -> entry.at().isBefore(before));
    }
    return old - totalSize();
  }
}
