/**
 * Input lines, outcomes and snapshots as JSON. Values in Java are null, {@code Boolean}, {@code
 * Long}, {@code Double}, {@code String}, {@code Duration}, {@code Instant}, lists and maps.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.json;
