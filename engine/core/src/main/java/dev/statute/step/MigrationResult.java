package dev.statute.step;

import dev.statute.problem.Place;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What came of moving an instance to another definition of its chart. */
public sealed interface MigrationResult {
  /**
   * It can go on under the other definition, one commit later.
   *
   * @param notes what became of what was running or remembered, one sentence each; empty if nothing
   *     was
   */
  record Migrated(Snapshot snapshot, List<String> notes) implements MigrationResult {
    public Migrated {
      notes = List.copyOf(notes);
    }
  }

  /**
   * It stays what it is, unchanged.
   *
   * @param code {@code finished}, {@code already}, {@code other-chart}, {@code configuration},
   *     {@code history}, {@code timer}, {@code waiting}, {@code invocation}, {@code field}, {@code
   *     data}, {@code requires} or {@code error}
   * @param place in the plan or the new chart, if it is due to one
   */
  record Refused(String code, String message, @Nullable Place place) implements MigrationResult {}
}
