/**
 * Pages of the server: inspector and playground, their files, and the routes that only they use.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.server.internal.page;
