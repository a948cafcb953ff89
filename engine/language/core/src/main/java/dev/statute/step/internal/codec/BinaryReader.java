package dev.statute.step.internal.codec;

import dev.statute.expr.DecimalFormat;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reader of what {@link BinaryWriter} wrote. Other input causes an {@link
 * IllegalArgumentException}, and never allocates much more memory than the input takes. Confined to
 * one thread.
 */
final class BinaryReader {
  private final byte[] bytes;
  private final int end;
  private int at;
  private int depth;

  /** Creates a reader of the bytes before {@code end}. */
  BinaryReader(byte[] bytes, int end) {
    this.bytes = bytes;
    this.end = end;
  }

  int position() {
    return at;
  }

  boolean isAtEnd() {
    return at == end;
  }

  int octet() {
    if (at >= end) {
      throw new IllegalArgumentException("it is cut off");
    }
    return bytes[at++] & 0xFF;
  }

  boolean flag() {
    int value = octet();
    if (value > 1) {
      throw new IllegalArgumentException(value + " is neither true nor false");
    }
    return value == 1;
  }

  long number() {
    int first = octet();
    if (first < 0x80) {
      return first;
    }
    long value = first & 0x7F;
    for (int shift = 7; shift < 64; shift += 7) {
      int next = octet();
      value |= (next & 0x7FL) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number does not end");
  }

  long signed() {
    long value = number();
    return value >>> 1 ^ -(value & 1);
  }

  /** Reads a number that is less than a limit, such as that of a state. */
  int index(int limit, String kind) {
    long value = number();
    if (value < 0 || value >= limit) {
      throw new IllegalArgumentException("there is no " + kind + " " + value);
    }
    return (int) value;
  }

  /** Reads a number of elements, each of which takes at least one byte. */
  int size() {
    long value = number();
    if (value < 0 || value > end - at) {
      throw new IllegalArgumentException(value + " elements do not fit");
    }
    return (int) value;
  }

  int integer() {
    long value = number();
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(value + " is too large");
    }
    return (int) value;
  }

  byte[] raw(int size) {
    if (size > end - at) {
      throw new IllegalArgumentException("it is cut off");
    }
    at += size;
    return Arrays.copyOfRange(bytes, at - size, at);
  }

  String text() {
    long header = number();
    boolean wide = (header & 1) == 1;
    long units = header >>> 1;
    if (units > end - at || (wide && units * 2 > end - at)) {
      throw new IllegalArgumentException("a text of " + units + " does not fit");
    }
    int size = (int) units;
    if (wide) {
      char[] chars = new char[size];
      for (int i = 0; i < size; i++, at += 2) {
        chars[i] = (char) (((bytes[at] & 0xFF) << 8) | (bytes[at + 1] & 0xFF));
      }
      return new String(chars);
    }
    at += size;
    return new String(bytes, at - size, size, StandardCharsets.UTF_8);
  }

  @Nullable String nullable() {
    return flag() ? text() : null;
  }

  Map<String, @Nullable Object> map() {
    return entries(this::text);
  }

  /** Reads a map whose keys are numbers of names, as {@link BinaryWriter} writes it. */
  Map<String, @Nullable Object> map(List<String> names) {
    return entries(
        () -> {
          int name = index(names.size() + 1, "name");
          return name == 0 ? text() : names.get(name - 1);
        });
  }

  private Map<String, @Nullable Object> entries(Supplier<String> key) {
    int size = size();
    if (size == 0) {
      return Map.of();
    }
    Map<String, @Nullable Object> all = new LinkedHashMap<>(size * 4 / 3 + 1);
    for (int i = 0; i < size; i++) {
      all.put(key.get(), value());
    }
    if (all.size() != size) {
      throw new IllegalArgumentException("a map has a key twice");
    }
    return Collections.unmodifiableMap(all);
  }

  @Nullable Map<String, @Nullable Object> nullableMap() {
    return flag() ? map() : null;
  }

  @Nullable Object value() {
    if (++depth > BinaryWriter.MAX_DEPTH) {
      throw new IllegalArgumentException("a value is nested too deep");
    }
    Object value = value(octet());
    depth--;
    return value;
  }

  private @Nullable Object value(int type) {
    return switch (type) {
      case BinaryWriter.NULL -> null;
      case BinaryWriter.FALSE -> false;
      case BinaryWriter.TRUE -> true;
      case BinaryWriter.LONG -> signed();
      case BinaryWriter.DOUBLE -> Double.longBitsToDouble(fixed(Long.BYTES));
      case BinaryWriter.TEXT -> text();
      case BinaryWriter.LIST -> list();
      case BinaryWriter.MAP -> map();
      case BinaryWriter.DURATION -> Duration.ofSeconds(signed(), integer());
      case BinaryWriter.TIMESTAMP -> instant();
      case BinaryWriter.BYTES -> raw(size());
      case BinaryWriter.DECIMAL -> decimal();
      default -> throw new IllegalArgumentException("there is no type " + type + " of values");
    };
  }

  private List<@Nullable Object> list() {
    int size = size();
    List<@Nullable Object> all = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      all.add(value());
    }
    return Collections.unmodifiableList(all);
  }

  private BigDecimal decimal() {
    int scale = integer();
    byte[] unscaled = raw(size());
    BigDecimal value =
        unscaled.length == 0
            ? null
            : DecimalFormat.normalize(new BigDecimal(new BigInteger(unscaled), scale));
    if (value == null) {
      throw new IllegalArgumentException("it holds an impossible decimal");
    }
    return value;
  }

  private Instant instant() {
    try {
      return Instant.ofEpochSecond(signed(), integer());
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("it holds an impossible instant", e);
    }
  }

  private long fixed(int size) {
    long value = 0;
    for (int i = 0; i < size; i++) {
      value = value << 8 | octet();
    }
    return value;
  }
}
