package dev.statute.jdbc;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The CRC32C of what a row says. Each value is preceded by its kind and length, so that no two rows
 * say the same bytes; all errors of up to 32 bits in a row are found.
 */
final class Crc {
  private Crc() {}

  /** Of null, texts and whole numbers. */
  static long of(@Nullable Object... values) {
    CRC32C crc = new CRC32C();
    for (Object value : values) {
      if (value instanceof String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        number(crc, 1, bytes.length);
        crc.update(bytes);
      } else if (value instanceof Number number) {
        number(crc, 2, number.longValue());
      } else {
        crc.update(0);
      }
    }
    return crc.getValue();
  }

  private static void number(CRC32C crc, int kind, long value) {
    crc.update(kind);
    for (int shift = 0; shift < 64; shift += 8) {
      crc.update((int) (value >>> shift));
    }
  }
}
