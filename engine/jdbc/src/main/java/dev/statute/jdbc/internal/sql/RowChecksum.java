package dev.statute.jdbc.internal.sql;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * CRC32C of the content of a row. Each value is preceded by its kind and length, so that different
 * rows have different bytes; all errors of up to 32 bits in a row are found.
 */
public final class RowChecksum {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private RowChecksum() {}

  /** Returns the checksum of nulls, texts and whole numbers. */
  public static long of(@Nullable Object... values) {
    CRC32C crc = new CRC32C();
    byte[] room = new byte[1 + Long.BYTES];
    for (Object value : values) {
      if (value instanceof String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        number(crc, room, 1, bytes.length);
        crc.update(bytes);
      } else if (value instanceof Number number) {
        number(crc, room, 2, number.longValue());
      } else {
        crc.update(0);
      }
    }
    return crc.getValue();
  }

  private static void number(CRC32C crc, byte[] room, int kind, long value) {
    room[0] = (byte) kind;
    LONG.set(room, 1, value);
    crc.update(room);
  }
}
