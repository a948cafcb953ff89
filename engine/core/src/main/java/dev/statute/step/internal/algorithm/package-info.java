/**
 * Set functions of the SCXML algorithm over a compiled chart: entry set, transition domain,
 * conflict removal, history values.
 */
@NullMarked
package dev.statute.step.internal.algorithm;

import org.jspecify.annotations.NullMarked;
