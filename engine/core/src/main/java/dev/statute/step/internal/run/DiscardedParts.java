package dev.statute.step.internal.run;

import dev.statute.step.internal.model.CompiledMigration;
import java.util.ArrayList;
import java.util.List;

/**
 * What an instance has that the new chart has no place for: lost if the plan says so, else a
 * refusal. Notes what becomes of things. Confined to one thread.
 */
final class DiscardedParts {
  private final CompiledMigration way;
  private final List<String> notes = new ArrayList<>();

  DiscardedParts(CompiledMigration way) {
    this.way = way;
  }

  /** Whether the plan forgets what goes by this name. */
  boolean forgets(String name) {
    return way.forget().contains(name);
  }

  /**
   * Something has no place.
   *
   * @param what as a part of a sentence
   * @param name by which the plan forgets it
   */
  void lose(String code, String what, String name) {
    if (!forgets(name)) {
      throw new MigrationRefused(
          code, what + " has no place in the new chart; name '" + name + "' under forget");
    }
    note(what + " is forgotten");
  }

  void note(String what) {
    notes.add(what);
  }

  List<String> notes() {
    return notes;
  }
}
