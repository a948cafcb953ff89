/** The parts of the SCXML translation: XML with places, ECMAScript to CEL, YAML text. */
@org.jspecify.annotations.NullMarked
package dev.statute.scxml.internal;
