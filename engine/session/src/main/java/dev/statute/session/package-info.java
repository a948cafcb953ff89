/** Sessions of one chart over input lines, test files with their coverage, and chart analysis. */
@org.jspecify.annotations.NullMarked
package dev.statute.session;
