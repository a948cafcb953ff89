package dev.statute.runtime.internal.effect;

import dev.statute.runtime.Clock;
import dev.statute.runtime.internal.mailbox.SendDelivery;
import dev.statute.runtime.internal.timer.TimerQueue;
import dev.statute.store.InstanceStore.Pending;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Outbox of an instance, ordered per target: the next message leaves when the one before has
 * arrived; a failed delivery is repeated after a pause. Thread-safe.
 */
public final class InstanceOutbox {
  private final Map<String, Lane> lanes = new HashMap<>();
  private final Set<String> keys = new HashSet<>();
  private final TimerQueue timers;
  private final Clock clock;
  private final Duration retryDelay;
  private final BiConsumer<Pending, SendDelivery> onDelivered;

  /**
   * Creates an empty outbox.
   *
   * @param arrived called once per message, also for a missing target
   */
  public InstanceOutbox(
      TimerQueue timers, Clock clock, Duration pause, BiConsumer<Pending, SendDelivery> arrived) {
    this.timers = timers;
    this.clock = clock;
    this.retryDelay = pause;
    this.onDelivered = arrived;
  }

  /** Delivery attempt; reports its result once, on any thread. */
  public interface Carrier extends Consumer<Consumer<SendDelivery>> {}

  private static final class Letter {
    private final Pending pending;
    private final Carrier carrier;

    Letter(Pending pending, Carrier carrier) {
      this.pending = pending;
      this.carrier = carrier;
    }
  }

  /** Queue of one target. */
  private final class Lane {
    private final String to;
    private final Deque<Letter> waiting = new ArrayDeque<>(1);
    private final TimerQueue.Sleeper retry = new TimerQueue.Sleeper(this::go);

    Lane(String to) {
      this.to = to;
    }

    void go() {
      Letter first = first(this);
      if (first != null) {
        first.carrier.accept(delivery -> delivered(first, delivery));
      }
    }

    private void delivered(Letter letter, SendDelivery delivery) {
      if (delivery == SendDelivery.FAILED) {
        timers.schedule(retry, clock.now().plus(retryDelay));
      } else if (remove(this, letter)) {
        onDelivered.accept(letter.pending, delivery);
        go();
      }
    }
  }

  /** Adds a message, unless it is under way. */
  public void add(String to, Pending pending, Carrier carrier) {
    Lane lane;
    boolean first;
    synchronized (lanes) {
      if (!keys.add(pending.key())) {
        return;
      }
      lane = lanes.computeIfAbsent(to, same -> new Lane(same));
      first = lane.waiting.isEmpty();
      lane.waiting.add(new Letter(pending, carrier));
    }
    if (first) {
      lane.go();
    }
  }

  private @Nullable Letter first(Lane lane) {
    synchronized (lanes) {
      return lane.waiting.peek();
    }
  }

  private boolean remove(Lane lane, Letter letter) {
    synchronized (lanes) {
      if (lane.waiting.peek() != letter) {
        return false; // cleared since
      }
      lane.waiting.remove();
      keys.remove(letter.pending.key());
      if (lane.waiting.isEmpty()) {
        lanes.remove(lane.to, lane);
      }
      return true;
    }
  }

  /** Drops the messages that have not left: another worker delivers them. */
  public void clear() {
    synchronized (lanes) {
      lanes
          .values()
          .forEach(
              lane -> {
                lane.waiting.clear();
                timers.schedule(lane.retry, null);
              });
      lanes.clear();
      keys.clear();
    }
  }
}
