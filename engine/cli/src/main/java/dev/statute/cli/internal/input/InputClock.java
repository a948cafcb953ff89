package dev.statute.cli.internal.input;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.UsageException;
import dev.statute.json.InputLine;
import dev.statute.json.InputLines;
import dev.statute.runtime.Clock;
import dev.statute.session.ChartSession;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Clock of the lines of a run. For a file without a store it is the lines' own, and begins in 1970.
 * Lines that come while they are read use the machine's clock, unless they have instants. An
 * instance in a store continues after the run, on workers with the machine's clock, so it uses the
 * machine's clock too, unless the lines of a file have instants: then it uses these from the start
 * of the instance on, so that a replay has the same instants.
 */
public final class InputClock {
  private Instant start;
  private final boolean stored;
  private final Clock clock;
  private boolean machineTime;

  /** Whether the clock began with the machine's time, before which no line may be. */
  private final boolean begunNow;

  private int lastLine;

  private InputClock(Instant begin, boolean kept, boolean machine, Clock clock) {
    this.start = begin;
    this.stored = kept;
    this.machineTime = machine;
    this.begunNow = machine;
    this.clock = clock;
  }

  /** Creates the clock of a run without a store; {@code first} is its first line, if known. */
  public static InputClock ofLines(@Nullable InputLine first) {
    Instant instant = first == null ? null : first.at();
    return new InputClock(instant == null ? Instant.EPOCH : instant, false, false, Clock.system());
  }

  /**
   * Creates the clock of a run without a store whose lines come while they are read.
   *
   * @param first first line; null = it has not come
   */
  public static InputClock ofLive(@Nullable InputLine first, Clock clock) {
    return first != null && setsTime(first)
        ? ofLines(first)
        : new InputClock(clock.now(), false, true, clock);
  }

  /**
   * Creates the clock of a run with a store; {@code events} is the file of its lines as on the
   * command line. What is read here from a pipe would be missing in the run.
   */
  public static InputClock ofStore(@Nullable String events, Console console) throws IOException {
    Instant now = Clock.system().now();
    if (events == null
        || events.equals("-")
        || !Files.isRegularFile(InputFiles.requireFile(events))) {
      return new InputClock(now, true, true, Clock.system());
    }
    boolean timed = false;
    try (InputStream in = InputFiles.open(events, console)) {
      InputLines lines = new InputLines(in, events);
      for (InputLine line = lines.next(); line != null; line = lines.next()) {
        Instant at = line.at();
        if (at != null) {
          return new InputClock(at, true, false, Clock.system());
        }
        timed |= setsTime(line);
      }
    }
    return new InputClock(now, true, !timed, Clock.system());
  }

  private static boolean setsTime(InputLine line) {
    return line.at() != null || line instanceof InputLine.Advance;
  }

  /** Start of a new instance. */
  public Instant start() {
    return start;
  }

  /** Instant at which an existing instance continues. */
  public Instant resumeAt(Instant startedAt) {
    start = machineTime ? start : startedAt;
    return start;
  }

  /** Handles due events by the machine's clock before a line is handled. */
  public void advance(InputLine line, ChartSession session) {
    Instant at = line.at();
    if ((stored || begunNow) && at != null && at.isBefore(start)) {
      throw new UsageException(
          "line "
              + line.number()
              + " is of "
              + at
              + ", but the clock of the instance began at "
              + start
              + " and does not go back: give what is recorded as a file, not as -"
              + (stored ? ", and to an instance of its own (--id)" : ""));
    }
    machineTime &= !setsTime(line);
    lastLine = line.number();
    fireDue(session);
  }

  /** Handles due events by the machine's clock while no line comes. */
  public void fireDue(ChartSession session) {
    if (machineTime) {
      session.until(lastLine, clock.now());
    }
  }
}
