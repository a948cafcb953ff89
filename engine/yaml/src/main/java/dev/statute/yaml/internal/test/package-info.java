/** Reader of test files. */
@org.jspecify.annotations.NullMarked
package dev.statute.yaml.internal.test;
