/**
 * Typed reading of YAML nodes: keys, names, values, enumerations, with a problem for each mismatch.
 */
@NullMarked
package dev.statute.yaml.internal.node;

import org.jspecify.annotations.NullMarked;
