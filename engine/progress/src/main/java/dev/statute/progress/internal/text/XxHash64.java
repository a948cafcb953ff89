package dev.statute.progress.internal.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * XXH64 hash function (Yann Collet, "xxHash fast digest algorithm"). The result is the same on
 * every machine, so keys may be stored. It is not collision resistant against chosen texts.
 */
public final class XxHash64 {
  private static final long P1 = 0x9E3779B185EBCA87L;
  private static final long P2 = 0xC2B2AE3D27D4EB4FL;
  private static final long P3 = 0x165667B19E3779F9L;
  private static final long P4 = 0x85EBCA77C2B2AE63L;
  private static final long P5 = 0x27D4EB2F165667C5L;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private XxHash64() {}

  /** Returns the hash of a text as UTF-8, with seed 0. */
  public static long of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8), 0);
  }

  /** Returns the hash of all bytes. */
  public static long of(byte[] bytes, long seed) {
    return of(bytes, 0, bytes.length, seed);
  }

  /** Returns the hash of the bytes from {@code start} up to {@code end}. */
  public static long of(byte[] bytes, int start, int end, long seed) {
    int length = end - start;
    int at = start;
    long hash;
    if (length >= 32) {
      long a = seed + P1 + P2;
      long b = seed + P2;
      long c = seed;
      long d = seed - P1;
      for (; at <= end - 32; at += 32) {
        a = round(a, (long) LONGS.get(bytes, at));
        b = round(b, (long) LONGS.get(bytes, at + 8));
        c = round(c, (long) LONGS.get(bytes, at + 16));
        d = round(d, (long) LONGS.get(bytes, at + 24));
      }
      hash =
          Long.rotateLeft(a, 1)
              + Long.rotateLeft(b, 7)
              + Long.rotateLeft(c, 12)
              + Long.rotateLeft(d, 18);
      hash = merge(merge(merge(merge(hash, a), b), c), d);
    } else {
      hash = seed + P5;
    }
    hash += length;
    for (; at <= end - 8; at += 8) {
      hash ^= round(0, (long) LONGS.get(bytes, at));
      hash = Long.rotateLeft(hash, 27) * P1 + P4;
    }
    if (at <= end - 4) {
      hash ^= ((int) INTS.get(bytes, at) & 0xFFFFFFFFL) * P1;
      hash = Long.rotateLeft(hash, 23) * P2 + P3;
      at += 4;
    }
    for (; at < end; at++) {
      hash ^= (bytes[at] & 0xFF) * P5;
      hash = Long.rotateLeft(hash, 11) * P1;
    }
    hash = (hash ^ (hash >>> 33)) * P2;
    hash = (hash ^ (hash >>> 29)) * P3;
    return hash ^ (hash >>> 32);
  }

  private static long round(long lane, long input) {
    return Long.rotateLeft(lane + input * P2, 31) * P1;
  }

  private static long merge(long hash, long lane) {
    return (hash ^ round(0, lane)) * P1 + P4;
  }
}
