/**
 * Session logs of other agent programs as records: actions, messages and results in chronological
 * order, one record each. This package does not judge them.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.logs;
