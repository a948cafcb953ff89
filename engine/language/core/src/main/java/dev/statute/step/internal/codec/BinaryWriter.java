package dev.statute.step.internal.codec;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Writer of numbers, texts and values into a growing array. Numbers are LEB128; numbers that may be
 * negative are zigzag-encoded first. Confined to one thread.
 */
final class BinaryWriter {
  static final int NULL = 0;
  static final int FALSE = 1;
  static final int TRUE = 2;
  static final int LONG = 3;
  static final int DOUBLE = 4;
  static final int TEXT = 5;
  static final int LIST = 6;
  static final int MAP = 7;
  static final int DURATION = 8;
  static final int TIMESTAMP = 9;
  static final int BYTES = 10;
  static final int DECIMAL = 11;

  /** Maximum nesting of values, so that a damaged form cannot exhaust the stack of a reader. */
  static final int MAX_DEPTH = 1_000;

  private byte[] bytes = new byte[256];
  private int length;
  private int depth;

  private void ensureCapacity(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }

  void octet(int value) {
    ensureCapacity(1);
    bytes[length++] = (byte) value;
  }

  /** Writes a number as unsigned: a negative one takes ten bytes. */
  void number(long value) {
    ensureCapacity(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  void signed(long value) {
    number(value << 1 ^ value >> 63);
  }

  void fixed(long value, int size) {
    ensureCapacity(size);
    for (int shift = (size - 1) * 8; shift >= 0; shift -= 8) {
      bytes[length++] = (byte) (value >>> shift);
    }
  }

  void raw(byte[] from) {
    ensureCapacity(from.length);
    System.arraycopy(from, 0, bytes, length, from.length);
    length += from.length;
  }

  /**
   * Writes a text as UTF-8; one with unpaired surrogates, which UTF-8 cannot represent, as UTF-16.
   */
  void text(String text) {
    int size = text.length();
    ensureCapacity(size + 10);
    int start = length;
    number((long) size << 1);
    for (int i = 0; i < size; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        length = start;
        wideText(text);
        return;
      }
      bytes[length++] = (byte) c;
    }
  }

  private void wideText(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    if (new String(utf8, StandardCharsets.UTF_8).equals(text)) {
      number((long) utf8.length << 1);
      raw(utf8);
    } else {
      number((long) text.length() << 1 | 1);
      text.chars().forEach(unit -> fixed(unit, Character.BYTES));
    }
  }

  void nullable(@Nullable String text) {
    octet(text == null ? 0 : 1);
    if (text != null) {
      text(text);
    }
  }

  void map(Map<?, ?> map) {
    number(map.size());
    for (Map.Entry<?, ?> each : map.entrySet()) {
      text(String.valueOf(each.getKey()));
      value(each.getValue());
    }
  }

  /** Writes a map whose keys are numbers of these sorted names, from 1; 0 precedes another key. */
  void map(Map<String, ?> map, List<String> names) {
    number(map.size());
    for (Map.Entry<String, ?> each : map.entrySet()) {
      int name = Math.max(0, Collections.binarySearch(names, each.getKey()) + 1);
      number(name);
      if (name == 0) {
        text(each.getKey());
      }
      value(each.getValue());
    }
  }

  /** Writes the {@link #map} of a nullable map. */
  void nullableMap(@Nullable Map<?, ?> map) {
    octet(map == null ? 0 : 1);
    if (map != null) {
      map(map);
    }
  }

  /**
   * Writes a value with its type.
   *
   * @throws IllegalArgumentException if it is none that an instance can have
   */
  void value(@Nullable Object value) {
    if (++depth > MAX_DEPTH) {
      throw new IllegalArgumentException("a value is nested deeper than " + MAX_DEPTH);
    }
    if (value instanceof String text) {
      octet(TEXT);
      text(text);
    } else if (value instanceof Long || value instanceof Integer) {
      octet(LONG);
      signed(((Number) value).longValue());
    } else if (value == null) {
      octet(NULL);
    } else if (value instanceof Boolean flag) {
      octet(flag ? TRUE : FALSE);
    } else {
      rareValue(value);
    }
    depth--;
  }

  private void rareValue(Object value) {
    if (value instanceof Double number) {
      octet(DOUBLE);
      fixed(Double.doubleToLongBits(number), Long.BYTES);
    } else if (value instanceof Map<?, ?> map) {
      octet(MAP);
      map(map);
    } else if (value instanceof List<?> list) {
      octet(LIST);
      number(list.size());
      list.forEach(this::value);
    } else if (value instanceof Duration duration) {
      octet(DURATION);
      signed(duration.getSeconds());
      number(duration.getNano());
    } else if (value instanceof Instant instant) {
      octet(TIMESTAMP);
      signed(instant.getEpochSecond());
      number(instant.getNano());
    } else if (value instanceof BigDecimal decimal) {
      octet(DECIMAL);
      BigDecimal plain = decimal.scale() < 0 ? decimal.setScale(0) : decimal;
      byte[] unscaled = plain.unscaledValue().toByteArray();
      number(plain.scale());
      number(unscaled.length);
      raw(unscaled);
    } else if (value instanceof byte[] raw) {
      octet(BYTES);
      number(raw.length);
      raw(raw);
    } else {
      throw new IllegalArgumentException(
          "a value of type " + value.getClass().getName() + " cannot be stored");
    }
  }

  /** Returns all that was written, followed by its checksum. */
  byte[] toBytes() {
    fixed(checksum(bytes, length), Integer.BYTES);
    return Arrays.copyOf(bytes, length);
  }

  /** Returns the checksum of the first bytes. */
  static int checksum(byte[] bytes, int length) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, 0, length);
    return (int) checksum.getValue();
  }
}
