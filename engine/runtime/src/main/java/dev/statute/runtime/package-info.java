/**
 * Charts at work in one process: instances with a mailbox each, timers on one clock, effects
 * carried out after they are committed. The interpreter decides, the runtime acts.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.runtime;
