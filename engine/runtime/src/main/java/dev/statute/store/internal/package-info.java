/** Contents of commits, derived from steps. */
@NullMarked
package dev.statute.store.internal;

import org.jspecify.annotations.NullMarked;
