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
 * Configuration: the set of active states. One object per configuration of a chart is shared by all
 * its instances. Immutable.
 */
public final class ActiveConfiguration {
  private final StateSet active;
  private final int row;
  private final int[] atomic;
  private final List<String> atomicIds;
  private final List<String> ids;
  private final boolean done;
  private final boolean eventless;
  private volatile @Nullable List<String> acceptedEvents;
  private volatile @Nullable Outcome ignoredOutcome;

  /**
   * @param row in the cached steps; {@link CachedSteps#NO_ROW} = the object is not shared
   */
  ActiveConfiguration(StateSet active, CompiledChart model, int row) {
    this.active = active;
    this.row = row;
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

  /** Returns the active states, the root among them; read-only. */
  public StateSet active() {
    return active;
  }

  /** Returns the row in {@link CachedSteps}; {@link CachedSteps#NO_ROW} if it has none. */
  public int row() {
    return row;
  }

  /** Returns the numbers of the active atomic and final states, in document order; read-only. */
  public int[] atomic() {
    return atomic;
  }

  public List<String> atomicIds() {
    return atomicIds;
  }

  /** Returns the ids of all active states without the root, in document order. */
  public List<String> ids() {
    return ids;
  }

  /** Returns whether a final child of the root is active, or no state is. */
  public boolean isDone() {
    return done;
  }

  /** Returns whether some active state has eventless transitions. */
  public boolean hasEventless() {
    return eventless;
  }

  /** Returns the descriptors of accepted events, without those of the engine's own events. */
  public List<String> acceptedEvents(CompiledChart model) {
    List<String> known = acceptedEvents;
    if (known == null) {
      Set<String> words = new LinkedHashSet<>();
      for (int n = active.next(0); n >= 0; n = active.next(n + 1)) {
        for (CompiledTransition transition : model.state(n).on()) {
          words.addAll(transition.descriptors().words());
        }
      }
      words.removeIf(word -> ReservedEvents.isReserved(EventDescriptor.prefix(word)));
      known = List.copyOf(words);
      acceptedEvents = known;
    }
    return known;
  }

  /** Returns the outcome of an event for which no transition waits. */
  public Outcome ignoredOutcome(CompiledChart model) {
    Outcome known = ignoredOutcome;
    if (known == null) {
      known = new Outcome.Ignored(atomicIds, acceptedEvents(model), null, Trace.NONE);
      ignoredOutcome = known;
    }
    return known;
  }
}
