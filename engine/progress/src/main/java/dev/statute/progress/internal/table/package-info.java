/** Windows of numbers, and their packed form. */
@org.jspecify.annotations.NullMarked
package dev.statute.progress.internal.table;
