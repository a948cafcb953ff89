/** Layout and SVG output of a chart diagram. */
@NullMarked
package dev.statute.render.internal.svg;

import org.jspecify.annotations.NullMarked;
