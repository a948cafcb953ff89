/** Commands on stores of instances: listing, inspection, events, repair and migration. */
@NullMarked
package dev.statute.cli.internal.store;

import org.jspecify.annotations.NullMarked;
