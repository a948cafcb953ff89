package dev.statute.progress.internal.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Keys of texts as UTF-8: 64-bit hashes, or their lower 32 bits to save memory; 0 for an empty
 * text.
 *
 * <p>The hash function is XXH64 (Yann Collet, "xxHash fast digest algorithm"). The result is the
 * same on every machine, so keys may be stored. It is not collision resistant against chosen texts.
 */
public final class TextHash {
  private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private static final long P1 = 0x9E3779B185EBCA87L;
  private static final long P2 = 0xC2B2AE3D27D4EB4FL;
  private static final long P3 = 0x165667B19E3779F9L;
  private static final long P4 = 0x85EBCA77C2B2AE63L;
  private static final long P5 = 0x27D4EB2F165667C5L;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private TextHash() {}

  public static long key64(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    return utf8.length == 0 ? 0 : hash(utf8, 0, utf8.length, 0);
  }

  public static int key32(String text) {
    return text.isEmpty() ? 0 : (int) key64(text);
  }

  public static int key32(byte[] utf8) {
    return key32(utf8, 0, utf8.length);
  }

  /** Returns the key of a part of a text. */
  public static int key32(byte[] utf8, int start, int end) {
    return start == end ? 0 : (int) hash(utf8, start, end, 0);
  }

  /** Returns the key of two texts joined. */
  public static int key32(byte[] start, byte[] end) {
    byte[] all = Arrays.copyOf(start, start.length + end.length);
    System.arraycopy(end, 0, all, start.length, end.length);
    return key32(all);
  }

  public static long pair(int high, int low) {
    return ((long) high << 32) | (low & 0xFFFFFFFFL);
  }

  public static int high(long pair) {
    return (int) (pair >>> 32);
  }

  public static int low(long pair) {
    return (int) pair;
  }

  /** Returns a key as eight hexadecimal digits. */
  public static String hex(int key) {
    byte[] digits = new byte[8];
    for (int i = 0; i < 8; i++) {
      digits[i] = DIGITS[(key >>> (28 - 4 * i)) & 0xF];
    }
    return new String(digits, StandardCharsets.ISO_8859_1);
  }

  /** Returns the XXH64 hash of the bytes from {@code start} up to {@code end}. */
  static long hash(byte[] bytes, int start, int end, long seed) {
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
