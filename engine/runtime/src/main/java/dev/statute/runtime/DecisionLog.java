package dev.statute.runtime;

import dev.statute.step.Decision;
import dev.statute.step.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Log of all decisions of an engine, one line each, in the order of their numbers. The lines go to
 * a consumer, such as the {@code info} method of a logger: rotation of files, and a queue where the
 * engine must not wait for a disk, are settings of the logging library.
 *
 * <p>On a failure of the consumer the engine continues; one warning is logged, decisions are
 * dropped and counted, and a line {@code {"dropped":n}} stands in their place as soon as the
 * consumer accepts one. Thread-safe; the consumer gets one line at a time.
 */
public final class DecisionLog implements Listener {
  private static final Logger LOG = LoggerFactory.getLogger(DecisionLog.class);

  private final Consumer<String> lines;
  private final Function<Decision, String> format;
  private long next;

  /** Number of decisions that are missing and not yet counted in a line. */
  private long gap;

  private boolean failing;

  private DecisionLog(Consumer<String> lines, Function<Decision, String> format) {
    this.lines = lines;
    this.format = format;
  }

  /**
   * Creates a log, whose numbers start at 0.
   *
   * @param lines accepts lines without a line break; called on the engine's threads
   * @param format text of a decision, one line
   */
  public static DecisionLog to(Consumer<String> lines, Function<Decision, String> format) {
    return new DecisionLog(lines, format);
  }

  @Override
  public synchronized void onHandled(
      String instance, Instant at, List<Step> steps, Duration duration) {
    Long micros = duration.toNanos() / 1_000;
    for (Step step : steps) {
      write(new Decision(next++, instance, at, step, micros));
      micros = null;
    }
  }

  private void write(Decision decision) {
    String line;
    try {
      line = format.apply(decision);
    } catch (RuntimeException | Error e) {
      LOG.warn("decision {} cannot be formatted and is dropped", decision.seq(), e);
      gap++;
      return;
    }
    if (!countMissing() || !accept(line)) {
      gap++;
    }
  }

  /** Writes the count of missing decisions, if any; returns false if that fails. */
  private boolean countMissing() {
    if (gap > 0 && accept("{\"dropped\":" + gap + "}")) {
      gap = 0;
    }
    return gap == 0;
  }

  /** Passes on a line and returns success; a full disk must not fill the host's log. */
  private boolean accept(String line) {
    try {
      lines.accept(line);
      if (failing) {
        LOG.warn("decisions can be written again");
      }
      failing = false;
    } catch (RuntimeException | Error e) {
      if (!failing) {
        LOG.warn("decisions cannot be written and are dropped until they can", e);
      }
      failing = true;
    }
    return !failing;
  }
}
