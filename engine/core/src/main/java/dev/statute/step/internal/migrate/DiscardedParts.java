package dev.statute.step.internal.migrate;

import java.util.ArrayList;
import java.util.List;

/**
 * What an instance has that the new chart has no place for: lost if the plan says so, else a
 * refusal. Notes what becomes of things. Confined to one thread.
 */
final class DiscardedParts {
  private final CompiledMigration migration;
  private final List<String> notes = new ArrayList<>();

  DiscardedParts(CompiledMigration way) {
    this.migration = way;
  }

  /** Whether the plan forgets what goes by this name. */
  boolean isForgotten(String name) {
    return migration.forget().contains(name);
  }

  /**
   * Something has no place.
   *
   * @param what as a part of a sentence
   * @param name by which the plan forgets it
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
