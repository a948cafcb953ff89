/** How a {@link dev.statute.yaml.YamlTree} becomes a chart definition. */
@org.jspecify.annotations.NullMarked
package dev.statute.yaml.internal.chart;
