package dev.statute.telemetry.internal.resource;

import java.util.Locale;

/** Resource that may have a limit. */
public enum WatchedResource {
  /** Cores in use. */
  CPU(false),
  /** Bytes in use. */
  MEMORY(false),
  /** Bytes of the machine that are available. */
  MEMORY_FREE(true),
  /** Bytes of the file system that are usable. */
  DISK_FREE(true);

  private final boolean minimum;

  WatchedResource(boolean minimum) {
    this.minimum = minimum;
  }

  /** Returns whether the limit is a minimum. */
  boolean isMinimum() {
    return minimum;
  }

  /** Returns the name in settings and events. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Formats an amount for people. */
  String format(double amount) {
    return this == CPU ? String.format(Locale.ROOT, "%.1f cores", amount) : ByteSize.format(amount);
  }
}
