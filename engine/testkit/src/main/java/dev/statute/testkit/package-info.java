/** Test files of charts and rules as JUnit tests. */
@org.jspecify.annotations.NullMarked
package dev.statute.testkit;
