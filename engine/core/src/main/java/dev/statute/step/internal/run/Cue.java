package dev.statute.step.internal.run;

import dev.statute.step.internal.model.Signals;
import java.util.Map;

/**
 * The event of a microstep.
 *
 * @param name empty at the start, and for a move
 * @param signal what transitions hear
 * @param kind as rules see it
 * @param cannotBeVetoed whether what it leads to is not judged
 */
record Cue(String name, int signal, Map<String, ?> data, Kind kind, boolean cannotBeVetoed) {
  Cue(String name, int signal, Map<String, ?> data, Kind kind) {
    this(name, signal, data, kind, false);
  }

  /** Before the first event. */
  static final Cue START = new Cue("", Signals.OTHER, Map.of(), Kind.INTERNAL);

  /** Where an event comes from. */
  enum Kind {
    EVENT("event"),
    MOVE("move"),
    TIMER("timer"),
    INTERNAL("internal");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /** As rules see it. */
    String word() {
      return word;
    }
  }
}
