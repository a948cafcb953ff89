package dev.statute.step.internal.migrate;

import java.util.ArrayList;
import java.util.List;

/**
 * Parts of an instance without a counterpart in the new chart: discarded if the plan says so, else
 * the migration is refused. Collects notes. Confined to one thread.
 */
final class DiscardedParts {
  private final CompiledMigration migration;
  private final List<String> notes = new ArrayList<>();

  DiscardedParts(CompiledMigration way) {
    this.migration = way;
  }

  /** Returns whether the plan forgets the part of this name. */
  boolean isForgotten(String name) {
    return migration.forget().contains(name);
  }

  /**
   * Discards a part, or refuses the migration.
   *
   * @param what as a part of a sentence
   * @param name name of the part in the plan's {@code forget}
   */
  void discard(String code, String what, String name) {
    if (!isForgotten(name)) {
      throw new MigrationRefused(
          code, what + " has no place in the new chart; name '" + name + "' under forget");
    }
    addNote(what + " is forgotten");
  }

  void addNote(String what) {
    notes.add(what);
  }

  List<String> notes() {
    return notes;
  }
}
