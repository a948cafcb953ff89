/**
 * Readers of charts, packs, settings and test files in YAML. Files are read as trees with places,
 * never as objects: reading arbitrary bytes runs no code and throws no exception.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.yaml;
