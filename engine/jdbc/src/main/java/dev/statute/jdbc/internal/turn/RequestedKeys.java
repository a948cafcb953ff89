package dev.statute.jdbc.internal.turn;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Requested keys with their transactions. */
final class RequestedKeys<K> {
  private final Map<K, List<JdbcTransaction>> byKey = new LinkedHashMap<>();

  void add(K key, JdbcTransaction tx) {
    byKey.computeIfAbsent(key, k -> new ArrayList<>(1)).add(tx);
  }

  boolean isEmpty() {
    return byKey.isEmpty();
  }

  List<K> keys() {
    return List.copyOf(byKey.keySet());
  }

  void forEach(BiConsumer<K, JdbcTransaction> each) {
    byKey.forEach((key, all) -> all.forEach(tx -> each.accept(key, tx)));
  }
}
