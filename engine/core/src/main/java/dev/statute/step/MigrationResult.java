package dev.statute.step;

import dev.statute.problem.Place;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Result of the migration of one instance. */
public sealed interface MigrationResult {
  /**
   * Migrated instance, one commit later.
   *
   * @param notes changes to running or remembered parts, one sentence each; empty if there were
   *     none
   */
  record Migrated(Snapshot snapshot, List<String> notes) implements MigrationResult {
    public Migrated {
      notes = List.copyOf(notes);
    }
  }

  /**
   * Refusal; the instance stays unchanged.
   *
   * @param code {@code finished}, {@code already}, {@code other-chart}, {@code configuration},
   *     {@code history}, {@code timer}, {@code waiting}, {@code invocation}, {@code field}, {@code
   *     data}, {@code requires} or {@code error}
   * @param place of the cause in the plan or the new chart, or null
   */
  record Refused(String code, String message, @Nullable Place place) implements MigrationResult {}
}
