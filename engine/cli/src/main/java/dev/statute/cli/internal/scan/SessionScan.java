package dev.statute.cli.internal.scan;

import dev.statute.cli.internal.console.CountedNoun;
import dev.statute.cli.internal.console.EndSignal;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.cli.internal.console.ProgressBar;
import dev.statute.cli.internal.input.InputClock;
import dev.statute.cli.internal.input.InstanceOptions;
import dev.statute.cli.internal.input.RecordedFile;
import dev.statute.cli.internal.input.RecordedSession;
import dev.statute.cli.internal.input.UnknownRecordTypes;
import dev.statute.cli.internal.session.ExitCodeListener;
import dev.statute.json.InputLine;
import dev.statute.json.ScannedSession;
import dev.statute.logs.LogFormat;
import dev.statute.policy.spi.ProgressTracker;
import dev.statute.policy.spi.ProgressTrackerFactory;
import dev.statute.problem.Problem;
import dev.statute.session.ChartSession;
import dev.statute.session.SessionListener;
import dev.statute.session.SessionTimeline;
import dev.statute.session.StartOptions;
import dev.statute.step.Interpreter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Parallel scan of recorded sessions, one thread per processor. Results are delivered in the order
 * of the files. Each thread is at most a few files ahead of delivery, which limits memory.
 */
final class SessionScan {
  private static final int MAX_QUEUED_PER_THREAD = 4;
  private static final int NOTES = 5;
  private static final long SIGNAL_MILLIS = 50;
  private final Interpreter interpreter;
  private final ProgressTracker tracker;
  private final @Nullable LogFormat format;
  private final boolean keepsEntries;
  private final List<String> at;
  private final Map<String, @Nullable Object> data;

  /**
   * Creates a scan.
   *
   * @param format format of the files; null = detect for each file
   * @param keepsEntries whether the records of sessions are shown
   */
  SessionScan(
      Interpreter interpreter,
      InstanceOptions instance,
      @Nullable LogFormat format,
      boolean keepsEntries) {
    this.keepsEntries = keepsEntries;
    this.interpreter = interpreter;
    this.tracker = ProgressTrackerFactory.installed().tracker(interpreter.chart().settings());
    this.format = format;
    this.at = instance.at();
    this.data = instance.data(interpreter.chart());
  }

  /** Scans files until all were read or the signal is raised. */
  void scanAll(
      List<Path> files, EndSignal stopSignal, ProgressBar bar, Consumer<ScanResult> results)
      throws IOException {
    int threads = Math.max(1, Math.min(files.size(), Runtime.getRuntime().availableProcessors()));
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      Deque<Future<ScanResult>> running = new ArrayDeque<>();
      Iterator<Path> next = files.iterator();
      while (!stopSignal.isRaised() && (next.hasNext() || !running.isEmpty())) {
        if (next.hasNext() && running.size() < threads * MAX_QUEUED_PER_THREAD) {
          Path file = next.next();
          running.add(pool.submit(() -> scan(file)));
          continue;
        }
        ScanResult scanned = await(running.remove(), stopSignal);
        if (scanned != null) {
          bar.step();
          results.accept(scanned);
        }
      }
    } finally {
      pool.shutdownNow();
      bar.end();
    }
  }

  /** Returns a result, or null once the signal is raised. */
  private static @Nullable ScanResult await(Future<ScanResult> running, EndSignal stopSignal)
      throws IOException {
    try {
      while (!stopSignal.isRaised()) {
        try {
          return running.get(SIGNAL_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          // a long file
        }
      }
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      if (e.getCause() instanceof RuntimeException runtime) {
        throw runtime;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private ScanResult scan(Path file) {
    try {
      return play(file);
    } catch (UncheckedIOException e) {
      return unreadable(file, Objects.requireNonNull(e.getCause()));
    } catch (IOException e) {
      return unreadable(file, e);
    }
  }

  private ScanResult play(Path file) throws IOException {
    try (RecordedSession lines = RecordedSession.open(file, format)) {
      InputLine line = lines.next();
      Instant now = InputClock.ofLines(line).start();
      SessionStatistics tally = new SessionStatistics();
      ExitCodeListener judging = new ExitCodeListener();
      SessionTimeline timeline =
          keepsEntries ? new SessionTimeline(tracker) : SessionTimeline.withoutEntries(tracker);
      SessionListener listener = SessionListener.all(tally, judging, timeline);
      ChartSession session =
          ChartSession.start(
              interpreter, StartOptions.of(interpreter.chart(), at, data, now), listener);
      UnknownRecordTypes unknownTypes = new UnknownRecordTypes();
      int read = 0;
      for (; line != null; line = lines.next()) {
        read++;
        session.play(line);
        unknownTypes.note(line);
      }
      List<Problem> problems = new ArrayList<>(lines.problems());
      Problem rejected = tally.rejected(file.toString());
      if (rejected != null) {
        problems.add(rejected);
      }
      List<Problem> unread = problems.stream().filter(Problem::isError).toList();
      List<String> notes = new ArrayList<>(tally.notes());
      problems.stream().limit(NOTES).forEach(problem -> notes.add(problem.toString()));
      if (problems.size() > NOTES) {
        notes.add("… and " + CountedNoun.of(problems.size() - NOTES, "more problem"));
      }
      ScannedSession scanned =
          new ScannedSession(
              file.toString(),
              lines.format().word(),
              read,
              tally.counts(lines.notRead()),
              SessionStatistics.findings(timeline),
              session.snapshot().configuration(),
              tally.outcomes(),
              unread);
      boolean found = !unread.isEmpty() || judging.exitCode() != ExitCode.SUCCESS;
      return new ScanResult(scanned, timeline, found, notes, unknownTypes.reported());
    }
  }

  /** Result of an unreadable file; the others are still read. */
  private ScanResult unreadable(Path file, IOException e) {
    Problem problem = RecordedFile.unreadable(file, e);
    ScannedSession session =
        new ScannedSession(
            file.toString(),
            "statute",
            0,
            ScannedSession.CallCounts.NONE,
            List.of(),
            List.of(),
            Map.of(),
            List.of(problem));
    return new ScanResult(
        session, new SessionTimeline(tracker), true, List.of(problem.toString()), Set.of());
  }
}
