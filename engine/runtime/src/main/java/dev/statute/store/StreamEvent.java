package dev.statute.store;

import java.time.Instant;
import java.util.Map;

/**
 * One event of an instance's stream: what a live view shows.
 *
 * @param number from 1, without gaps for one instance
 * @param at when the step was made
 * @param type {@code state_changed}, {@code finding}, {@code finished}, {@code migrated}, or the
 *     type of an emit; {@code missed} tells a subscriber that came too late which numbers are no
 *     longer kept
 * @param data in document order; of {@code state_changed} {@code from_state}, {@code to_state},
 *     {@code reason}, and what is known of {@code event}, {@code by} and {@code rule}
 */
public record StreamEvent(long number, Instant at, String type, Map<String, ?> data) {}
