/**
 * Checks before the compilation of rules: an allow-list of permitted constructs, and constructs
 * that Drools would accept silently although they never fire, or always.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.drools.internal.check;
