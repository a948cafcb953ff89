/** Why a rule did not fire: its conditions, walked over the facts of one question. */
@org.jspecify.annotations.NullMarked
package dev.statute.drools.internal.why;
