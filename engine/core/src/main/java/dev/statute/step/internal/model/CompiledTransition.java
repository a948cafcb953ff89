package dev.statute.step.internal.model;

import dev.statute.problem.Place;
import org.jspecify.annotations.Nullable;

/**
 * Compiled transition or listed move.
 *
 * @param number in the order in which a chart's transitions are tried; -1 for one made by a rule
 * @param source number of the state it is written on
 * @param descriptors events of an {@link Kind#EVENT}
 * @param targets numbers, a history not resolved; empty = targetless
 * @param domain ancestor of the states it leaves, if that does not depend on a history; {@link
 *     #NO_DOMAIN} or {@link #DYNAMIC}
 * @param place null for a move that the chart does not list
 */
@SuppressWarnings("ArrayRecordComponent") // numbers, read in tight loops and never written
public record CompiledTransition(
    int number,
    int source,
    Kind kind,
    EventDescriptors descriptors,
    int[] targets,
    int domain,
    boolean internal,
    @Nullable CompiledCondition when,
    @Nullable String guard,
    ActionBlock actions,
    @Nullable CompiledTemplate reason,
    @Nullable Place place) {
  /** Domain of a targetless transition, which leaves no state. */
  public static final int NO_DOMAIN = -1;

  /** Domain that depends on the value of a history. */
  public static final int DYNAMIC = -2;

  /** Kind of trigger. */
  public enum Kind {
    EVENT,
    ALWAYS,
    AFTER,
    MOVE
  }

  /** Returns whether the transition has neither condition nor guard. */
  public boolean isUnconditional() {
    return when == null && guard == null;
  }

  /** Compares by identity: there is one object per transition of a chart. */
  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return 31 * source + number;
  }

  @Override
  public String toString() {
    return kind + " of " + source + " at " + place;
  }
}
