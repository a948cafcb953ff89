/** Instances: routes, inputs, streams and lists. */
@org.jspecify.annotations.NullMarked
package dev.statute.server.internal.instance;
