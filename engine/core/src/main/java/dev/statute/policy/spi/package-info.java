/** Interfaces between the interpreter and what judges and tracks its instances. */
@org.jspecify.annotations.NullMarked
package dev.statute.policy.spi;
