package dev.statute.store;

import java.time.Instant;
import java.util.Map;

/**
 * Event of an instance's stream, for live views and for the question who did what.
 *
 * @param number from 1, without gaps for one instance
 * @param at time of the step
 * @param type {@code state_changed}, {@code finding}, {@code finished}, {@code migrated}, or the
 *     type of an emit; {@code missed} reports to a late subscriber the numbers that are no longer
 *     kept
 * @param data in document order; for {@code state_changed} the keys {@code from_state}, {@code
 *     to_state} and {@code reason}
 * @param cause cause of the step, as far as known: {@code event}, its {@code id}, {@code by} (the
 *     actor that the event names, else the instance that sent it), {@code rule} (the decisive ones;
 *     of a finding, its own) and {@code place} (line of the transition, else of the rule); empty if
 *     no step led to the event
 */
public record StreamEvent(
    long number, Instant at, String type, Map<String, ?> data, Map<String, ?> cause) {
  /** Creates an event that no step led to. */
  public StreamEvent(long number, Instant at, String type, Map<String, ?> data) {
    this(number, at, type, data, Map.of());
  }
}
