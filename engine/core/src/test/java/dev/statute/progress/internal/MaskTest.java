package dev.statute.progress.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class MaskTest {
  private static String result(String text) {
    return new String(Mask.volatileParts(text), StandardCharsets.UTF_8);
  }

  @Test
  void a_uuid_says_nothing_whatever_its_digits() {
    assertThat(result("id 0a1b2c3d-aaaa-4bbb-8ccc-0123456789ab ok")).isEqualTo("id # ok");
    assertThat(result("id 12345678-1234-4234-8234-123456789012.")).isEqualTo("id #.");
    assertThat(result("id abcdefab-cdef-4abc-8def-abcdefabcdef")).isEqualTo("id #");
  }

  @Test
  void what_only_looks_like_the_start_of_one_stays() {
    assertThat(result("deadbeef-cafe")).isEqualTo("deadbeef-cafe");
    assertThat(result("abcdefab-cdef-4abc-8def-abcdefabcdefg"))
        .isEqualTo("abcdefab-cdef-4abc-8def-abcdefabcdefg");
    assertThat(result("abcdefab-cdef-4abc-8def-abcdefabcde"))
        .isEqualTo("abcdefab-cdef-4abc-8def-abcdefabcde");
  }

  @Test
  void ids_clocks_and_lengths_of_time_go_and_other_numbers_stay() {
    assertThat(result("pid 4711 at 2026-01-02T03:04:05Z 3 failed in 12 ms"))
        .isEqualTo("pid # at # 3 failed in # ms");
  }

  @Test
  void of_what_is_polled_clocks_stay() {
    assertThat(new String(Mask.ids("pid 4711, [3s] 12 ms"), StandardCharsets.UTF_8))
        .isEqualTo("pid #, [3s] 12 ms");
  }
}
