/** Collections that several modules share. */
@org.jspecify.annotations.NullMarked
package dev.statute.collection;
