/**
 * Conversion of Java values and inputs to chart values, and exception messages, log of repeated
 * failures.
 */
@NullMarked
package dev.statute.runtime.internal.value;

import org.jspecify.annotations.NullMarked;
