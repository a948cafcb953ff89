/** What it costs to keep instances where a crash loses nothing. */
@org.jspecify.annotations.NullMarked
package dev.statute.bench.durable;
