/** Problems in users' files, with places and fixes; collected, never thrown. */
@org.jspecify.annotations.NullMarked
package dev.statute.problem;
