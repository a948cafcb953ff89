/** Workbooks of spreadsheet programs, as far as decision tables need them. */
@org.jspecify.annotations.NullMarked
package dev.statute.yaml.internal.sheet;
