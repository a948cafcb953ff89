/** Retention, checksum audit, and repair of damaged rows. */
@NullMarked
package dev.statute.jdbc.internal.maintenance;

import org.jspecify.annotations.NullMarked;
