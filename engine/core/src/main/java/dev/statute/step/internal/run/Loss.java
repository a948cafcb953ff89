package dev.statute.step.internal.run;

import dev.statute.step.internal.model.Way;
import java.util.List;

/** Something that the new chart has no place for: lost if the plan says so, else a refusal. */
final class Loss {
  private Loss() {}

  /**
   * @param what as a part of a sentence
   * @param name by which the plan forgets it
   */
  static void of(Way way, List<String> notes, String code, String what, String name) {
    if (!way.forget().contains(name)) {
      throw new Unmoved(
          code, what + " has no place in the new chart; name '" + name + "' under forget");
    }
    notes.add(what + " is forgotten");
  }
}
