/** Replies to the hooks of agent programs, and which prompts are theirs. */
@NullMarked
package dev.statute.guard.internal.hook;

import org.jspecify.annotations.NullMarked;
