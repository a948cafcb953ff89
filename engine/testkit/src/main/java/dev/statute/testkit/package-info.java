/**
 * Plays charts from recorded input, runs test files, measures what they covered, and hands them to
 * JUnit.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.testkit;
