/** Routes for hooks of agent programs. */
@org.jspecify.annotations.NullMarked
package dev.statute.server.internal.hook;
