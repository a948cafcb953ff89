/** Rows of chart instances: inbox, outbox, event streams, snapshots, claims and workers. */
@NullMarked
package dev.statute.jdbc.internal.instance;

import org.jspecify.annotations.NullMarked;
