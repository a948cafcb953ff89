/** Tests of the tracker. */
@org.jspecify.annotations.NullMarked
package dev.statute.progress;
