package dev.statute.step.internal.model;

import dev.statute.chart.EventDescriptor;
import dev.statute.chart.ReservedEvents;
import dev.statute.step.Outcome;
import dev.statute.step.Trace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A configuration: which states are active. One object per configuration of a chart is shared by
 * all its instances. Immutable.
 */
public final class ActiveConfiguration {
  /** The number of one that is not shared. */
  static final int UNSHARED = -1;

  private final StateSet active;
  private final int number;
  private final int[] atomic;
  private final List<String> atomicIds;
  private final List<String> ids;
  private final boolean done;
  private final boolean eventless;
  private volatile @Nullable List<String> acceptedEvents;
  private volatile @Nullable Outcome ignoredOutcome;

  /**
   * @param number {@link #UNSHARED} = the chart has too many of them
   */
  ActiveConfiguration(StateSet active, CompiledChart model, int number) {
    this.active = active;
    this.number = number;
    List<String> all = new ArrayList<>();
    List<String> leaves = new ArrayList<>();
    int[] found = new int[active.count()];
    int count = 0;
    boolean ended = active.isEmpty();
    boolean waits = false;
    for (int n = active.next(0); n >= 0; n = active.next(n + 1)) {
      CompiledState node = model.state(n);
      waits |= !node.always().isEmpty();
      if (n > 0) {
        all.add(node.id());
      }
      if (node.isAtomic()) {
        leaves.add(node.id());
        found[count++] = n;
        ended |= node.isFinal() && node.parent() == 0;
      }
    }
    atomic = Arrays.copyOf(found, count);
    atomicIds = List.copyOf(leaves);
    ids = Collections.unmodifiableList(all);
    done = ended;
    eventless = waits;
  }

  /** The active states, the root among them; not to be changed. */
  public StateSet active() {
    return active;
  }

  /** Whether it is the one that all instances share. */
  public boolean isShared() {
    return number != UNSHARED;
  }

  /** Its number among the shared ones of its chart, which there are without gaps; or negative. */
  int number() {
    return number;
  }

  /** Numbers of the active atomic and final states, in document order; not to be changed. */
  public int[] atomic() {
    return atomic;
  }

  public List<String> atomicIds() {
    return atomicIds;
  }

  /** Ids of all active states without the root, in document order. */
  public List<String> ids() {
    return ids;
  }

  /** Whether a final child of the root is active, or nothing is. */
  public boolean isDone() {
    return done;
  }

  /** Whether some active state has transitions without an event. */
  public boolean hasEventless() {
    return eventless;
  }

  /** The descriptors that are heard in this, without those of the engine's own events. */
  public List<String> acceptedEvents(CompiledChart model) {
    List<String> known = acceptedEvents;
    if (known == null) {
      Set<String> words = new LinkedHashSet<>();
      for (int n = active.next(0); n >= 0; n = active.next(n + 1)) {
        for (CompiledTransition arrow : model.state(n).on()) {
          words.addAll(arrow.descriptors().words());
        }
      }
      words.removeIf(word -> ReservedEvents.isReserved(EventDescriptor.prefix(word)));
      known = List.copyOf(words);
      acceptedEvents = known;
    }
    return known;
  }

  /** The outcome of an event that nothing listens to. */
  public Outcome ignoredOutcome(CompiledChart model) {
    Outcome known = ignoredOutcome;
    if (known == null) {
      known = new Outcome.Ignored(atomicIds, acceptedEvents(model), null, Trace.NONE);
      ignoredOutcome = known;
    }
    return known;
  }
}
