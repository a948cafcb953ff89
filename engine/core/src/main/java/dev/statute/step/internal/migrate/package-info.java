/**
 * Migration of snapshots to another definition of their chart: plan compiler, state mapping and
 * timer migration.
 */
@NullMarked
package dev.statute.step.internal.migrate;

import org.jspecify.annotations.NullMarked;
