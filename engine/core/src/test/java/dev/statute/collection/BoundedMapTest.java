package dev.statute.collection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class BoundedMapTest {
  @Test
  void the_least_recently_used_entry_is_dropped() {
    Map<String, Integer> map = BoundedMap.ofRecentlyUsed(2);
    map.put("a", 1);
    map.put("b", 2);
    assertThat(map.get("a")).isEqualTo(1);
    map.put("c", 3);
    assertThat(map).containsOnlyKeys("a", "c");
  }

  @Test
  void the_entry_that_was_added_first_is_dropped() {
    Map<String, Integer> map = BoundedMap.ofLatest(2);
    map.put("a", 1);
    map.put("b", 2);
    assertThat(map.get("a")).isEqualTo(1);
    map.put("c", 3);
    assertThat(map).containsOnlyKeys("b", "c");
  }
}
