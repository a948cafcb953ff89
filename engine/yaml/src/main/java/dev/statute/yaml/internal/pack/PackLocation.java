package dev.statute.yaml.internal.pack;

import dev.statute.policy.spi.Pack;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A place where packs and profiles may be found. */
public interface PackLocation {
  /** Whether a pack of this name is here, as a file or as a folder. */
  boolean has(String pack);

  /** The names of all packs here, as far as they can be listed, sorted. */
  Set<String> names();

  /** Reads a pack that is here; what cannot be read is reported at its name. */
  Pack read(SourceText name, List<SourceText> disabled, ProblemCollector problems);

  /**
   * A file here, by its path; null if there is none, or if it cannot be read (then reported at
   * {@code name}, by which it was asked for).
   */
  @Nullable Source file(SourceText name, String path, ProblemCollector problems);
}
