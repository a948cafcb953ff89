/**
 * How YAML text becomes a {@link dev.statute.yaml.YamlTree}: the only code that knows SnakeYAML.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.yaml.internal.tree;
