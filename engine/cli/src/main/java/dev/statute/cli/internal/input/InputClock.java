package dev.statute.cli.internal.input;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.UsageException;
import dev.statute.json.InputLine;
import dev.statute.json.InputLines;
import dev.statute.runtime.Clock;
import dev.statute.session.ChartSession;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * By which clock the lines of a run live. Without a store it is the lines' own, and begins in 1970.
 * What is kept in a store lives on after the run, among workers that go by the machine's clock, so
 * it goes by that one too, unless the lines of a file say when they happened: then by theirs, from
 * where the instance began, so that played again they fall on the same instants.
 */
public final class InputClock {
  private Instant start;
  private final boolean stored;
  private boolean machineTime;

  private InputClock(Instant begin, boolean kept, boolean machine) {
    this.start = begin;
    this.stored = kept;
    this.machineTime = machine;
  }

  /** Of a run that leaves nothing behind; {@code first} is its first line, if that is known. */
  public static InputClock ofLines(@Nullable InputLine first) {
    Instant said = first == null ? null : first.at();
    return new InputClock(said == null ? Instant.EPOCH : said, false, false);
  }

  /** Of a run that is kept in a store; {@code events} are its lines, as the command line says. */
  public static InputClock ofStore(@Nullable String events, Console console) throws IOException {
    Instant now = Clock.system().now();
    if (events == null || events.equals("-")) {
      return new InputClock(now, true, true);
    }
    boolean timed = false;
    try (InputStream in = InputFiles.open(events, console)) {
      InputLines lines = new InputLines(in, events);
      for (InputLine line = lines.next(); line != null; line = lines.next()) {
        Instant at = line.at();
        if (at != null) {
          return new InputClock(at, true, false);
        }
        timed |= setsTime(line);
      }
    }
    return new InputClock(now, true, !timed);
  }

  private static boolean setsTime(InputLine line) {
    return line.at() != null || line instanceof InputLine.Advance;
  }

  /** Where a new instance begins. */
  public Instant start() {
    return start;
  }

  /** Where one that is there already goes on. */
  public Instant resumeAt(Instant startedAt) {
    start = machineTime ? start : startedAt;
    return start;
  }

  /** Lets happen what is due by the machine's clock before a line is handled. */
  public void advance(InputLine line, ChartSession session) {
    Instant at = line.at();
    if (stored && at != null && at.isBefore(start)) {
      throw new UsageException(
          "line "
              + line.number()
              + " is of "
              + at
              + ", but the clock of the instance began at "
              + start
              + " and does not go back: give what is recorded as a file, not as -, and to an"
              + " instance of its own (--id)");
    }
    machineTime &= !setsTime(line);
    if (machineTime) {
      session.until(line.number(), Clock.system().now());
    }
  }
}
