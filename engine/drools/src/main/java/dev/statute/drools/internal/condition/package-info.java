/** Evaluation of conditions in three-valued logic, on known, partly known and symbolic facts. */
@NullMarked
package dev.statute.drools.internal.condition;

import org.jspecify.annotations.NullMarked;
