/** Parsing of tool calls into fingerprints, with the catalogue of tools. */
@org.jspecify.annotations.NullMarked
package dev.statute.progress.internal.call;
