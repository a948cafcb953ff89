/** State charts written in W3C SCXML: read as the YAML a person would have written. */
@org.jspecify.annotations.NullMarked
package dev.statute.scxml;
