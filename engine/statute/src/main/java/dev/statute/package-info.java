/** Entry point for programs that embed the engine: loads charts, rules and settings from files. */
@org.jspecify.annotations.NullMarked
package dev.statute;
