package dev.statute.progress.internal.call;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Kind of work that a tool call does; decides which counters it changes. */
public enum ToolEffect {
  EXEC(0),
  READ(1),
  SEARCH(2),
  PAGE(3),
  POLL(4),
  CLOCK(5),
  EDIT(6),
  EXEC_WRITE(7),
  TEST(8),
  THINK(9),
  MSG(10),
  HANDOFF(11),
  FORMAT(12),
  SUBMIT(13);

  private static final ToolEffect[] ALL = values();
  private final int code;

  ToolEffect(int code) {
    this.code = code;
  }

  /** Returns the number in stored states. */
  public int code() {
    return code;
  }

  public static ToolEffect of(int code) {
    return ALL[code];
  }

  /** Returns the names in order. */
  public static List<String> names() {
    return Stream.of(ALL).map(ToolEffect::name).toList();
  }

  /** Returns the effect of a name in any case, or null. */
  public static @Nullable ToolEffect named(String name) {
    if (name.isEmpty()) {
      return null;
    }
    String upper = name.strip().toUpperCase(Locale.ROOT);
    for (ToolEffect effect : ALL) {
      if (effect.name().equals(upper)) {
        return effect;
      }
    }
    return null;
  }

  /** Returns whether calls look something up and change nothing. */
  public boolean isLookup() {
    return this == READ || this == SEARCH || this == PAGE;
  }

  /** Returns whether calls wait for something outside. */
  public boolean isWait() {
    return this == POLL || this == CLOCK;
  }

  /** Returns whether a call of another wording is another attempt, of which the result tells. */
  public boolean isAttempt() {
    return !isWait() && this != EDIT;
  }

  /** Returns whether calls run something for its result. */
  public boolean isRun() {
    return this == EXEC || this == TEST;
  }
}
