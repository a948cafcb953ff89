package dev.statute.step.internal.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Sets of state numbers, mainly at word boundaries. */
class StateSetTest {
  @Test
  void a_walk_goes_over_the_ends_of_words_and_ends() {
    for (int size : List.of(1, 63, 64, 65, 128, 130)) {
      StateSet bits = new StateSet(size);
      assertThat(bits.isEmpty()).isTrue();
      assertThat(bits.previous(size - 1)).isEqualTo(-1);
      bits.add(0);
      bits.add(size - 1);
      assertThat(bits.next(0)).isZero();
      assertThat(bits.next(1)).isEqualTo(size == 1 ? -1 : size - 1);
      assertThat(bits.next(size)).isEqualTo(-1);
      assertThat(bits.next(size + 64)).isEqualTo(-1);
      assertThat(bits.previous(size - 1)).isEqualTo(size - 1);
      assertThat(bits.previous(size - 2)).isEqualTo(size == 1 ? -1 : 0);
      assertThat(bits.previous(-1)).isEqualTo(-1);
      assertThat(bits.count()).isEqualTo(size == 1 ? 1 : 2);
    }
  }

  @Test
  void a_range_holds_its_first_and_not_its_end() {
    StateSet bits = new StateSet(130);
    bits.add(70);
    assertThat(bits.intersects(70, 71)).isTrue();
    assertThat(bits.intersects(60, 70)).isFalse();
    assertThat(bits.intersects(0, 130)).isTrue();
    assertThat(bits.intersects(71, 130)).isFalse();
  }

  @Test
  void the_same_members_are_the_same_set() {
    StateSet bits = new StateSet(130);
    bits.add(3);
    bits.add(129);
    StateSet copy = bits.copy();
    assertThat(copy).isEqualTo(bits).hasSameHashCodeAs(bits).hasToString("[3, 129]");
    copy.remove(3);
    assertThat(copy).isNotEqualTo(bits);
    assertThat(copy.hashCode()).isNotEqualTo(bits.hashCode());
    assertThat(bits.toArray()).containsExactly(3, 129);
    bits.clear();
    assertThat(bits.isEmpty()).isTrue();
  }

  @Test
  void a_set_takes_no_more_room_than_its_numbers_need() {
    assertThat(new StateSet(64).next(64)).isEqualTo(-1);
    assertThat(new StateSet(64)).isEqualTo(new StateSet(1)).isNotEqualTo(new StateSet(65));
  }
}
