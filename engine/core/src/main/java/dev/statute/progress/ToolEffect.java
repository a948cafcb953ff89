package dev.statute.progress;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What kind of work a call is; decides which counters it touches. */
enum ToolEffect {
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

  /** A number that stays the same between releases. */
  int code() {
    return code;
  }

  static ToolEffect of(int code) {
    return ALL[code];
  }

  /** The words for them, in order. */
  static List<String> names() {
    return Stream.of(ALL).map(ToolEffect::name).toList();
  }

  /** The effect of that name, or null. */
  static @Nullable ToolEffect named(String name) {
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

  /** Only looks: changes nothing, and is there to learn something. */
  boolean looks() {
    return this == READ || this == SEARCH || this == PAGE;
  }

  /** Waits for something outside. */
  boolean waits() {
    return this == POLL || this == CLOCK;
  }

  /** Runs something to see what comes out. */
  boolean runs() {
    return this == EXEC || this == TEST;
  }
}
