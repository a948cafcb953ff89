package dev.statute.progress.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ByteScannerTest {
  private static final long SEED = Long.getLong("statute.seed", 20_261_123);

  @Test
  void signs_are_found_where_looking_at_each_byte_finds_them() {
    for (int round = 0; round < 20_000; round++) {
      Random random = new Random(SEED + round);
      byte[] text = new byte[random.nextInt(40)];
      random.nextBytes(text);
      int start = text.length == 0 ? 0 : random.nextInt(text.length);
      int end = start + random.nextInt(text.length - start + 1);
      int feed = start;
      while (feed < end && text[feed] != '\n') {
        feed++;
      }
      int digit = start;
      while (digit < end && text[digit] != '-' && !Character.isDigit(text[digit])) {
        digit++;
      }
      assertThat(ByteScanner.indexOfLineFeed(text, start, end))
          .as("seed %d", SEED + round)
          .isEqualTo(feed);
      assertThat(ByteScanner.indexOfDigitOrDash(text, start, end))
          .as("seed %d", SEED + round)
          .isEqualTo(digit);
    }
  }

  @Test
  void of_words_those_are_told_that_are_long_or_joined() {
    for (String text : new String[] {"a word42", "so, some", "it's new", "is\tgoods"}) {
      assertThat(ByteScanner.isLongOrJoined(bytes(text), 0)).as(text).isFalse();
    }
    for (String text : new String[] {"longword", "my p_id x", "to_a_pid", "wörtern"}) {
      assertThat(ByteScanner.isLongOrJoined(bytes(text), 0)).as(text).isTrue();
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
