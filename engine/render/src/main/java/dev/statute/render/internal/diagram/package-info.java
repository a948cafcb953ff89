/** Model of a chart diagram: nodes, edges and their captions. */
@NullMarked
package dev.statute.render.internal.diagram;

import org.jspecify.annotations.NullMarked;
