/** Reader of charts, from {@link dev.statute.yaml.YamlTree} to definitions. */
@org.jspecify.annotations.NullMarked
package dev.statute.yaml.internal.chart;
