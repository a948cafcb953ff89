/** Pictures of charts, as text that drawing programs read. */
@org.jspecify.annotations.NullMarked
package dev.statute.render;
