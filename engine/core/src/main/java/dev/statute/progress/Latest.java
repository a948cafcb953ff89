package dev.statute.progress;

import dev.statute.policy.Progress;
import org.jspecify.annotations.Nullable;

/**
 * The newest action: words and keys.
 *
 * @param tool cut after 200 characters, as are all texts here
 * @param errorClass empty if it succeeded
 * @param effect null before the first action
 * @param error 0 if it succeeded
 */
record Latest(
    String tool,
    String file,
    String errorClass,
    @Nullable Effect effect,
    int action,
    int result,
    int error) {
  static final Latest NONE = new Latest("", "", "", null, 0, 0, 0);

  static Latest of(Act act) {
    Step step = act.step();
    return new Latest(
        Texts.cut(act.tool()),
        Texts.cut(act.file()),
        Texts.cut(act.errorClass()),
        step.effect(),
        step.action(),
        step.outcome(),
        step.failed() ? step.error() : 0);
  }

  void write(Packing out) {
    out.octet(effect == null ? 0 : 1 + effect.code());
    if (effect != null) {
      out.text(tool);
      out.text(file);
      out.text(errorClass);
      out.key(action);
      out.key(result);
      out.key(error);
    }
  }

  static Latest read(Unpacking in) {
    int effect = in.octet();
    return effect == 0
        ? NONE
        : new Latest(
            in.text(), in.text(), in.text(), Effect.of(effect - 1), in.key(), in.key(), in.key());
  }

  /** As rules read it. */
  Progress.Last words() {
    return effect == null
        ? Progress.Last.NONE
        : new Progress.Last(
            tool,
            file,
            effect.name(),
            Key.hex(action),
            Key.hex(result),
            error == 0 ? "" : Key.hex(error),
            errorClass);
  }
}
