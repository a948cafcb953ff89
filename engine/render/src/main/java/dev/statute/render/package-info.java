/** Diagrams of charts in languages of drawing programs. */
@org.jspecify.annotations.NullMarked
package dev.statute.render;
