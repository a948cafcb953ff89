/** Mailbox messages of an instance, their queue and their delivery results. */
@NullMarked
package dev.statute.runtime.internal.mailbox;

import org.jspecify.annotations.NullMarked;
