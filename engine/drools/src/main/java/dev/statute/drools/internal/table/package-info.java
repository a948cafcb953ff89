/** Decision tables: files of comma-separated values, translated to DRL. */
@NullMarked
package dev.statute.drools.internal.table;

import org.jspecify.annotations.NullMarked;
