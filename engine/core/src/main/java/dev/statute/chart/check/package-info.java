/**
 * What must hold of a chart beyond its shape: rules of structure, warnings, the types its
 * expressions see, the payloads its events carry, its settings, its identity and its difference to
 * another. Everything here reads definitions and changes nothing.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.chart.check;
