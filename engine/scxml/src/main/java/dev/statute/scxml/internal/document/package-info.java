/** XML and YAML documents: parsing, writing, comments and the SCXML vocabulary. */
@NullMarked
package dev.statute.scxml.internal.document;

import org.jspecify.annotations.NullMarked;
