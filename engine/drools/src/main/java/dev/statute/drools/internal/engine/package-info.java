/** Running compiled rules: the rule base, its sessions, and when a question need not be asked. */
@org.jspecify.annotations.NullMarked
package dev.statute.drools.internal.engine;
