/** Memory that reloads of rules and charts leave behind. */
@org.jspecify.annotations.NullMarked
package dev.statute.bench.reload;
