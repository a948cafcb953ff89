/** Cost of instances in crash-safe stores. */
@org.jspecify.annotations.NullMarked
package dev.statute.bench.durable;
