/** Comparison of expected and observed lines, facts of pack tests, and tests written from paths. */
@org.jspecify.annotations.NullMarked
package dev.statute.session.internal;
