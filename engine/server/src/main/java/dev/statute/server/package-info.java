/**
 * HTTP server for the instances of an engine; the entry is {@link
 * dev.statute.server.StatuteServer}.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.server;
