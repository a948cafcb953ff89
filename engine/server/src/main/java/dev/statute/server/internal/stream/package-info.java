/** Server-sent events with asynchronous writes. */
@org.jspecify.annotations.NullMarked
package dev.statute.server.internal.stream;
