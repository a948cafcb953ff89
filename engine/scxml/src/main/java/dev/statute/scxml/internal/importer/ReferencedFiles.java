package dev.statute.scxml.internal.importer;

import dev.statute.problem.Source;
import org.jspecify.annotations.Nullable;

/** Lookup of files by their name in the document; null if there is none. */
public interface ReferencedFiles {
  @Nullable Source find(String name);
}
