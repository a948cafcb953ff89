package dev.statute.scxml.internal.importer;

import dev.statute.problem.Source;
import org.jspecify.annotations.Nullable;

/** Finds the files that a document names, as it names them; null if there is none. */
public interface ReferencedFiles {
  @Nullable Source find(String name);
}
