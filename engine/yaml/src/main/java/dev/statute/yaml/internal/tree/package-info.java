/** Reader of YAML text as {@link dev.statute.yaml.YamlTree}: the only code that uses SnakeYAML. */
@org.jspecify.annotations.NullMarked
package dev.statute.yaml.internal.tree;
