package dev.statute.store;

import dev.statute.step.Snapshot;
import dev.statute.store.InstanceStore.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Inspection, repair and removal of stored instances, for operators and tools. Each {@link
 * InstanceStore} has it. Methods may block. Thread-safe.
 */
public interface InstanceAdministration {
  /**
   * Returns the charts of the instances with the number of instances of each, ordered by name and
   * version.
   */
  List<ChartUse> charts();

  /**
   * Returns the YAML text of a chart that was saved, so that its instances can be shown and
   * finished after its file was edited.
   *
   * @param hash of the chart, as in {@link ChartUse#hash}
   * @return null if the chart is unknown, or was not read from text
   * @throws StoreException {@code corrupted}
   */
  @Nullable String chartText(String hash);

  /** Lists instances in the order of their ids, for operators. */
  List<InstanceSummary> list(Filter filter);

  /**
   * Returns the stored state of an instance as plain values, for operators; needs no chart. The
   * keys are {@code epoch revision events holder reason parent snapshot inbox pending}, with {@code
   * snapshot} as returned by {@link Snapshot#toMap}.
   *
   * @return null if there is no such instance
   * @throws StoreException {@code corrupted}
   */
  @Nullable Map<String, @Nullable Object> inspect(String id);

  /** Reads every row and returns those that differ from what was written; empty = no damage. */
  List<Damage> check();

  /**
   * Repairs damage found by {@link #check} that needs no decision. Damaged content stays.
   *
   * @return the repaired rows
   */
  default List<Damage> repair(Instant now) {
    return List.of();
  }

  /**
   * Parks an instance: its holder can no longer commit, and no worker can claim it until
   * {@linkplain #retry retry}. Its events, timers and effects stay.
   *
   * @return false if there is no such instance
   */
  boolean park(String id, String reason);

  /** Makes a parked or quarantined instance claimable again; false if it is neither. */
  boolean retry(String id);

  /**
   * Removes an instance with all its rows except its numbers. Without an instance, removes the
   * events accepted for the id.
   */
  void remove(String id);

  /**
   * Deletes older data: ended instances without pending effects, replaced lives, handled events,
   * events for an instance that never started, events of streams. A store may keep the ids of
   * recently handled events longer.
   *
   * <p>Data that may be redelivered stays, however old: an event with the key of an unsettled
   * effect as id, the answer of a child with pending effects, an instance with such an event in its
   * inbox, and a child that its parent may start again. An external sender must not redeliver after
   * that time: its event would count as a new one.
   */
  Pruned prune(Instant before);

  /**
   * Instance in a list.
   *
   * @param due time of the next timer; null = none
   * @param waiting number of accepted events that wait
   * @param owing number of effects that are not settled
   * @param holder name of the worker that holds it; null = none
   * @param reason of the parking or quarantine
   * @param denied inputs that rules denied and that are offered again, the next one first
   */
  record InstanceSummary(
      String id,
      Status status,
      String chart,
      int version,
      List<String> configuration,
      long revision,
      Instant changed,
      @Nullable Instant due,
      int waiting,
      int owing,
      @Nullable String holder,
      @Nullable String reason,
      List<Denied> denied) {
    public InstanceSummary {
      configuration = List.copyOf(configuration);
      denied = List.copyOf(denied);
    }
  }

  /**
   * Input that a rule denied and that is offered again.
   *
   * @param kind "timer", {@code after}, {@code send}, {@code stuck} or {@code event}
   * @param name of the timer, of the state of an {@code after}, or of the event
   * @param times number of denials
   * @param due time of the next offer
   */
  record Denied(String kind, String name, long times, Instant due) {
    private static final List<String> KINDS = List.of("timer", "after", "send", "stuck");

    /** Returns the denied inputs in a snapshot in the form of {@link Snapshot#toMap}. */
    public static List<Denied> of(Map<String, ?> snapshot) {
      List<Denied> owed = new ArrayList<>();
      if (snapshot.get("timers") instanceof List<?> timers) {
        for (Object each : timers) {
          if (each instanceof Map<?, ?> timer
              && timer.get("denied") instanceof Number times
              && timer.get("due") instanceof Number due) {
            owed.add(of(timer, times.longValue(), Instant.ofEpochMilli(due.longValue())));
          }
        }
      }
      return owed;
    }

    private static Denied of(Map<?, ?> timer, long times, Instant due) {
      for (String kind : KINDS) {
        if (timer.get(kind) instanceof String name) {
          return new Denied(kind, name, times, due);
        }
      }
      Object event = timer.get("offered") instanceof Map<?, ?> offered ? offered.get("event") : "";
      return new Denied("event", String.valueOf(event), times, due);
    }
  }

  /**
   * Selection of instances for a list.
   *
   * @param statuses empty = any
   * @param chart null = any
   * @param after list the ids after this one; empty = from the first on
   */
  record Filter(Collection<Status> statuses, @Nullable String chart, String after, int atMost) {
    public Filter {
      statuses = List.copyOf(statuses);
    }

    public static Filter all(int atMost) {
      return new Filter(List.of(), null, "", atMost);
    }
  }

  /** Number of instances of a version of a chart. */
  record ChartUse(String name, int version, String hash, long live, long all) {}

  /** Row that differs from what was written: its table, its key, and the defect. */
  record Damage(String table, String row, String message) {}

  /** Numbers of deleted rows. */
  record Pruned(long instances, long inbox, long events) {}
}
