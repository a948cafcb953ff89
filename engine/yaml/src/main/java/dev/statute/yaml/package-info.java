/**
 * Text to charts, packs, settings and test files. Everything is read as a tree with places, never
 * as objects: reading runs no code and throws nothing, whatever the bytes.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.yaml;
