package dev.statute.store;

import java.time.Instant;
import java.util.Map;

/**
 * Event of an instance's stream, for live views.
 *
 * @param number from 1, without gaps for one instance
 * @param at time of the step
 * @param type {@code state_changed}, {@code finding}, {@code finished}, {@code migrated}, or the
 *     type of an emit; {@code missed} reports to a late subscriber the numbers that are no longer
 *     kept
 * @param data in document order; for {@code state_changed} the keys {@code from_state}, {@code
 *     to_state}, {@code reason}, and {@code event}, {@code by} and {@code rule} if known
 */
public record StreamEvent(long number, Instant at, String type, Map<String, ?> data) {}
