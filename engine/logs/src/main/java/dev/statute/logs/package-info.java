/**
 * Session logs of other agent programs, read as records: what they did, in order, one record per
 * action, message or result. Nothing is judged here.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.logs;
