/** Commands that play one session: run, simulate and explain. */
@NullMarked
package dev.statute.cli.internal.session;

import org.jspecify.annotations.NullMarked;
