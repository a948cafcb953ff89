package dev.statute.progress.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class VolatileTextMaskTest {
  private static String result(String text) {
    return new String(
        VolatileTextMask.maskVolatileParts(text.getBytes(StandardCharsets.UTF_8)),
        StandardCharsets.UTF_8);
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
  void the_time_that_a_test_run_took_goes() {
    assertThat(result("Time:        1.203 s, estimated 2 s"))
        .isEqualTo("Time:        #.# s, estimated 2 s");
    assertThat(result("BUILD FAILED in 3s")).isEqualTo("BUILD FAILED in #");
    assertThat(result("built in 1m 12s; 4 failed")).isEqualTo("built in # #; 4 failed");
    assertThat(result("Time: 00:00.012, Memory: 8.00 MB")).isEqualTo("Time: #, Memory: 8.00 MB");
    assertThat(result("Total time:  01:03 min")).isEqualTo("Total time:  # min");
    for (String kept :
        new String[] {"[3s] compiling", "step 3s", "a 01:03 b", "x 10:30.55", "v 1.2 ss"}) {
      assertThat(result(kept)).isEqualTo(kept);
    }
  }

  @Test
  void a_line_that_is_a_time_of_day_goes_and_a_place_in_a_text_stays() {
    assertThat(result("10:31\n<button/>")).isEqualTo("#\n<button/>");
    assertThat(result("Pay\n 9:05 \r\nnow")).isEqualTo("Pay\n # \r\nnow");
    assertThat(result("Pay\n9:05")).isEqualTo("Pay\n#");
    for (String kept : new String[] {"10:31", "10:31 a\nb", "a 10:31\nb", "10:71\nb", "32:10\nb"}) {
      assertThat(result(kept)).isEqualTo(kept);
    }
  }

  @Test
  void ids_stay_where_a_text_is_about_them() {
    String list = "[\"1975ea83b712\", \"ae1027a6acf8\", \"0a1b2c3d-aaaa-4bbb-8ccc-0123456789ab\"]";
    assertThat(result(list)).isEqualTo(list);
    assertThat(result("1975ea83b712 ae1027a6acf8")).isEqualTo("# #");
    assertThat(result("a 1975ea83b712 b ae1027a6acf8 c 0badcafe1234 d")).isEqualTo("a # b # c # d");
    assertThat(result("10:00:01 10:00:02 10:00:03 10:00:04")).isEqualTo("# # # #");
  }

  @Test
  void of_what_is_polled_clocks_stay() {
    byte[] polled = "pid 4711, [3s] 12 ms".getBytes(StandardCharsets.UTF_8);
    assertThat(new String(VolatileTextMask.maskIds(polled), StandardCharsets.UTF_8))
        .isEqualTo("pid #, [3s] 12 ms");
  }

  @Test
  void a_number_is_looked_at_with_the_word_and_the_path_before_it() {
    assertThat(result("session_id = 42, took: 7")).isEqualTo("session_id = #, took: #");
    assertThat(result("pid 10.11,12 13")).isEqualTo("pid #.#,# 13");
    assertThat(result("a pid, or so, of 7")).isEqualTo("a pid, or so, of 7");
    assertThat(result("/tmp/build/x1/y2 x1 \"/tmp/a\"/b3"))
        .isEqualTo("/tmp/build/#/# x1 \"/tmp/a\"/b3");
    assertThat(result("/var/folders/zz/q1_x/T/a7 C:\\Users\\u\\AppData\\Local\\Temp\\x1.txt a\\x1"))
        .isEqualTo("/var/folders/zz/#/T/# C:\\Users\\u\\AppData\\Local\\Temp\\#.txt a\\x1");
    assertThat(result("bash: line 12991: ls; line 3")).isEqualTo("bash: line #: ls; line 3");
    assertThat(result("10:20:30abc 5 min x-1")).isEqualTo("#abc # min x-1");
  }

  @Test
  void a_text_without_digits_and_dashes_stays_whatever_else_is_in_it() {
    String text = "é – pid: took /tmp/x deadbeef 日本 seconds\n".repeat(9).strip();
    assertThat(result(text)).isEqualTo(text);
  }
}
