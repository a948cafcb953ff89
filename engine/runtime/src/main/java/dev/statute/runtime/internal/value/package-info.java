/** Conversion of Java values and inputs to chart values, and exception messages. */
@NullMarked
package dev.statute.runtime.internal.value;

import org.jspecify.annotations.NullMarked;
