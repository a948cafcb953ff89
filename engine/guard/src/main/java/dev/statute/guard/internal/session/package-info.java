/** State of supervised sessions between hooks. */
@NullMarked
package dev.statute.guard.internal.session;

import org.jspecify.annotations.NullMarked;
