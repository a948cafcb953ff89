package dev.statute.cli;

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
final class InputClock {
  private Instant begin;
  private final boolean kept;
  private boolean machine;

  private InputClock(Instant begin, boolean kept, boolean machine) {
    this.begin = begin;
    this.kept = kept;
    this.machine = machine;
  }

  /** Of a run that leaves nothing behind; {@code first} is its first line, if that is known. */
  static InputClock ofLines(@Nullable InputLine first) {
    Instant said = first == null ? null : first.at();
    return new InputClock(said == null ? Instant.EPOCH : said, false, false);
  }

  /** Of a run that is kept in a store; {@code events} are its lines, as the command line says. */
  static InputClock ofStore(@Nullable String events, Console console) throws IOException {
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
  Instant begin() {
    return begin;
  }

  /** Where one that is there already goes on. */
  Instant resume(Instant startedAt) {
    begin = machine ? begin : startedAt;
    return begin;
  }

  /** Lets happen what is due by the machine's clock before a line is handled. */
  void before(InputLine line, ChartSession session) {
    Instant at = line.at();
    if (kept && at != null && at.isBefore(begin)) {
      throw new UsageException(
          "line "
              + line.number()
              + " is of "
              + at
              + ", but the clock of the instance began at "
              + begin
              + " and does not go back: give what is recorded as a file, not as -, and to an"
              + " instance of its own (--id)");
    }
    machine &= !setsTime(line);
    if (machine) {
      session.until(line.number(), Clock.system().now());
    }
  }
}
