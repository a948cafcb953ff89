/** Translation of charts to SCXML documents. */
@NullMarked
package dev.statute.scxml.internal.exporter;

import org.jspecify.annotations.NullMarked;
