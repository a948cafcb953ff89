/** Interface between the server and its features. */
@org.jspecify.annotations.NullMarked
package dev.statute.server.internal.feature;
