package dev.statute.progress.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SkimTest {
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
      while (digit < end && (text[digit] < '-' || text[digit] > '9')) {
        digit++;
      }
      assertThat(Skim.lineFeed(text, start, end)).as("seed %d", SEED + round).isEqualTo(feed);
      assertThat(Skim.digitOrDash(text, start, end)).as("seed %d", SEED + round).isEqualTo(digit);
    }
  }
}
