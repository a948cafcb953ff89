package dev.statute.step.internal.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.statute.step.internal.state.SnapshotExtras.HandledEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Comparison of handled ids with a plain list. */
class HandledEventIdsTest {
  private static final int MOST = 5;

  private HandledEventIds last = HandledEventIds.NONE;

  @Test
  void drawnIdsAreKeptAsInAList() {
    Random random = new Random(7);
    List<HandledEvent> expected = new ArrayList<>();
    for (int n = 0; n < 2_000; n++) {
      HandledEvent newest = handled(id(random), n);
      HandledEventIds before = last;
      List<HandledEvent> same = List.copyOf(before.list());
      last = last.withNewest(newest, MOST);
      expected.removeIf(each -> each.id().equals(newest.id()));
      expected.add(newest);
      if (expected.size() > MOST) {
        expected.remove(0);
      }
      assertEquals(expected, last.list());
      assertEquals(same, before.list(), "what was there before");
      String asked = id(random);
      assertEquals(
          expected.stream().filter(each -> each.id().equals(asked)).findFirst().orElse(null),
          last.find(asked));
    }
  }

  /** Returns one of ten ids, in pairs of the same hash. */
  private static String id(Random random) {
    return "event-" + random.nextInt(5) + (random.nextBoolean() ? "Aa" : "BB");
  }

  @Test
  void idsOfTheSameHashAreToldApart() {
    last = last.withNewest(handled("Aa", 1), MOST);
    assertEquals("Aa".hashCode(), "BB".hashCode());
    assertNull(last.find("BB"));
  }

  @Test
  void thoseOfAListAreTheSameAsThoseThatWereAdded() {
    List<HandledEvent> list = List.of(handled("a", 1), handled("b", 2));
    last = last.withNewest(list.get(0), MOST).withNewest(list.get(1), MOST);
    assertEquals(HandledEventIds.of(list), last);
    assertEquals(HandledEventIds.of(list).hashCode(), last.hashCode());
    assertNotEquals(HandledEventIds.of(list.subList(0, 1)), last);
    assertNotEquals(HandledEventIds.of(List.of(handled("a", 1), handled("b", 3))), last);
  }

  private static HandledEvent handled(String id, long sequence) {
    return new HandledEvent(id, "taken", sequence);
  }
}
