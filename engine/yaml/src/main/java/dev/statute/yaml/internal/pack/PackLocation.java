package dev.statute.yaml.internal.pack;

import dev.statute.policy.spi.Pack;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Location of packs and profiles. */
public interface PackLocation {
  /** Returns whether a pack of this name exists, as a file or as a folder. */
  boolean has(String pack);

  /** Returns the names of all packs as far as they can be listed, sorted. */
  Set<String> names();

  /** Reads an existing pack; unreadable files are reported at its name. */
  Pack read(SourceText name, List<SourceText> disabled, ProblemCollector problems);

  /**
   * Reads a file by its path; null if there is none, or if it cannot be read, which is reported at
   * {@code name}, the reference to it.
   */
  @Nullable Source file(SourceText name, String path, ProblemCollector problems);
}
