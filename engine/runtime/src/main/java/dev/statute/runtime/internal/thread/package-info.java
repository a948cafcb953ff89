/** Thread pools, same-thread executor, step thread guard and step watchdog. */
@NullMarked
package dev.statute.runtime.internal.thread;

import org.jspecify.annotations.NullMarked;
