/** State charts in W3C SCXML: import as idiomatic YAML, and export. */
@org.jspecify.annotations.NullMarked
package dev.statute.scxml;
