/** What a step costs, beside a hand-written switch and beside other libraries. */
@org.jspecify.annotations.NullMarked
package dev.statute.bench.step;
