/**
 * Instance actors: mailbox processing, step execution, commit and effect dispatch of one engine.
 */
@NullMarked
package dev.statute.runtime.internal.actor;

import org.jspecify.annotations.NullMarked;
