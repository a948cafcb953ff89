/**
 * Supervision of agent programs through their hooks: payloads of hooks in, their replies out. No
 * HTTP and no files here.
 */
@NullMarked
package dev.statute.guard;

import org.jspecify.annotations.NullMarked;
