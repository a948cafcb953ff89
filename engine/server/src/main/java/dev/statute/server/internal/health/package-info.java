/** Health of the server. */
@org.jspecify.annotations.NullMarked
package dev.statute.server.internal.health;
