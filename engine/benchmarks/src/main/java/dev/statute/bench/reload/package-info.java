/** What swapping rules and charts in leaves behind. */
@org.jspecify.annotations.NullMarked
package dev.statute.bench.reload;
