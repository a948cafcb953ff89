/**
 * From a syntax tree to closures: names, types and overloads are settled once, and what is left is
 * CEL's meaning of each operation.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.expr.internal.code;
