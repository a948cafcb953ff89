/**
 * What can be wrong in a user's file, and where: problems with places and fixes, collected and
 * never thrown.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.problem;
