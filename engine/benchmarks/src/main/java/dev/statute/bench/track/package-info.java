/** Cost of a tracked agent: bytes per agent, time per record. */
@org.jspecify.annotations.NullMarked
package dev.statute.bench.track;
