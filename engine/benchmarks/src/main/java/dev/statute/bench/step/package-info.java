/** Cost of a step, beside a hand-written switch and other libraries. */
@org.jspecify.annotations.NullMarked
package dev.statute.bench.step;
