package dev.statute.progress.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TextHashTest {
  private static final int PRIME = 0x9E3779B1;

  /** Returns the buffer of the reference implementation's own sanity check. */
  private static byte[] sanity(int length) {
    byte[] bytes = new byte[length];
    int generator = PRIME;
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (generator >>> 24);
      generator *= generator;
    }
    return bytes;
  }

  private static long hash(byte[] bytes, long seed) {
    return TextHash.hash(bytes, 0, bytes.length, seed);
  }

  @Test
  void it_agrees_with_the_vectors_of_the_reference_implementation() {
    long seed = PRIME & 0xFFFFFFFFL;
    assertThat(hash(sanity(0), 0)).isEqualTo(0xEF46DB3751D8E999L);
    assertThat(hash(sanity(0), seed)).isEqualTo(0xAC75FDA2929B17EFL);
    assertThat(hash(sanity(1), 0)).isEqualTo(0x4FCE394CC88952D8L);
    assertThat(hash(sanity(1), seed)).isEqualTo(0x739840CB819FA723L);
    assertThat(hash(sanity(14), 0)).isEqualTo(0xCFFA8DB881BC3A3DL);
    assertThat(hash(sanity(14), seed)).isEqualTo(0x5B9611585EFCC9CBL);
    assertThat(hash(sanity(101), 0)).isEqualTo(0x0EAB543384F878ADL);
    assertThat(hash(sanity(101), seed)).isEqualTo(0xCAA65939306F1E21L);
  }

  @Test
  void it_agrees_with_published_hashes_of_texts() {
    assertThat(TextHash.key64("a")).isEqualTo(0xD24EC4F1A98C6E5BL);
    assertThat(TextHash.key64("abc")).isEqualTo(0x44BC2CF5AD770999L);
    assertThat(TextHash.key64("xxhash")).isEqualTo(0x32DD38952C4BC720L);
  }

  @Test
  void every_length_around_the_block_sizes_gives_its_own_hash() {
    assertThat(
            Arrays.stream(new int[] {0, 1, 3, 4, 7, 8, 12, 31, 32, 33, 39, 63, 64, 65})
                .mapToLong(length -> hash(new byte[length], 0))
                .distinct()
                .count())
        .isEqualTo(14);
  }
}
