/**
 * Runtime of charts in one process: instances with a mailbox each, timers on one clock, effects
 * executed after the commit. The interpreter decides, the runtime acts.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.runtime;
