/** Lexer and parser of expressions, with limits against hostile input. */
@org.jspecify.annotations.NullMarked
package dev.statute.expr.internal.syntax;
