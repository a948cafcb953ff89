/** Translation of SCXML documents to charts in YAML. */
@NullMarked
package dev.statute.scxml.internal.importer;

import org.jspecify.annotations.NullMarked;
