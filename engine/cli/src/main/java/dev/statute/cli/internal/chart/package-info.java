/**
 * Commands on charts and rule packs: validate, test, watch, analyze, render, import, diff, new and
 * schema.
 */
@NullMarked
package dev.statute.cli.internal.chart;

import org.jspecify.annotations.NullMarked;
