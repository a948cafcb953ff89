/** Cost of a decision of rules, and of the first start with them, beside Drools alone. */
@org.jspecify.annotations.NullMarked
package dev.statute.bench.decide;
