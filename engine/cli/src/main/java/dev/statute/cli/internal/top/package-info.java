/** Live view of instances, agents and findings in the terminal. */
@org.jspecify.annotations.NullMarked
package dev.statute.cli.internal.top;
