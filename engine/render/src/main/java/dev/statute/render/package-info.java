/** Pictures of charts. */
@org.jspecify.annotations.NullMarked
package dev.statute.render;
