/** How test files are read. */
@org.jspecify.annotations.NullMarked
package dev.statute.yaml.internal.test;
