/** What a decision of rules takes, and the first start with them, beside Drools alone. */
@org.jspecify.annotations.NullMarked
package dev.statute.bench.decide;
