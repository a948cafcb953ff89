package dev.statute.runtime.internal.timer;

import dev.statute.runtime.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queue of the timers of all instances of an engine, on a single alarm of the clock.
 *
 * <p>If the next instant of an entry moves later, as an inactivity timer does with every event, the
 * old entry stays: once due, it is reinserted at its current instant. So restarting a timer costs
 * no work here and leaves nothing behind; only an earlier instant adds an entry. Thread-safe.
 */
public final class TimerQueue {
  private static final Logger LOG = LoggerFactory.getLogger(TimerQueue.class);

  private final PriorityQueue<Entry> entries =
      new PriorityQueue<>(Comparator.comparing(Entry::at).thenComparingLong(Entry::number));
  private final Clock clock;
  private final Clock.Alarm alarm;
  private long number;
  private boolean closed;

  public TimerQueue(Clock clock) {
    this.clock = clock;
    this.alarm = clock.alarm(this::onAlarm);
  }

  private record Entry(Instant at, long number, Sleeper sleeper) {}

  /** Entry that is due at an instant. Its fields belong to the queue. */
  public static final class Sleeper {
    private final Runnable callback;
    private @Nullable Instant due;
    private @Nullable Instant queued;

    /**
     * Creates an unscheduled entry.
     *
     * @param wake called when due; must not block
     */
    public Sleeper(Runnable wake) {
      this.callback = wake;
    }
  }

  /** Schedules an entry at {@code due}, replacing its earlier instant; null = never. */
  public void schedule(Sleeper sleeper, @Nullable Instant due) {
    boolean first;
    synchronized (this) {
      sleeper.due = due;
      if (closed || due == null) {
        return;
      }
      if (sleeper.queued != null && !due.isBefore(sleeper.queued)) {
        return;
      }
      sleeper.queued = due;
      Entry before = entries.peek();
      entries.add(new Entry(due, number++, sleeper));
      first = before == null || due.isBefore(before.at);
    }
    if (first) {
      arm();
    }
  }

  /**
   * Sets the alarm to the first entry. Checks again afterwards, because another thread may have
   * inserted an earlier one and set the alarm before this one did.
   */
  private void arm() {
    Instant first = first();
    while (first != null) {
      alarm.set(first);
      Instant then = first();
      if (first.equals(then)) {
        return;
      }
      first = then;
    }
  }

  private synchronized @Nullable Instant first() {
    Entry entry = entries.peek();
    return entry == null ? null : entry.at;
  }

  /** Drops all entries. */
  public void close() {
    synchronized (this) {
      closed = true;
      entries.clear();
    }
    alarm.clear();
  }

  private void onAlarm() {
    Instant now = clock.now();
    List<Sleeper> due = new ArrayList<>();
    synchronized (this) {
      for (Entry entry = entries.peek();
          entry != null && !entry.at.isAfter(now);
          entry = entries.peek()) {
        entries.poll();
        Sleeper sleeper = entry.sleeper;
        if (!entry.at.equals(sleeper.queued)) {
          continue;
        }
        sleeper.queued = null;
        Instant at = sleeper.due;
        if (at == null) {
          continue;
        }
        if (at.isAfter(now)) {
          sleeper.queued = at;
          entries.add(new Entry(at, number++, sleeper));
        } else {
          sleeper.due = null;
          due.add(sleeper);
        }
      }
    }
    arm();
    for (Sleeper sleeper : due) {
      try {
        sleeper.callback.run();
      } catch (Throwable e) {
        LOG.error("a due timer failed; the others run", e);
      }
    }
  }
}
