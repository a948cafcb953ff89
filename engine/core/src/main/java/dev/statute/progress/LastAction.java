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
record LastAction(
    String tool,
    String file,
    String errorClass,
    @Nullable ToolEffect effect,
    int action,
    int result,
    int error) {
  static final LastAction NONE = new LastAction("", "", "", null, 0, 0, 0);

  static LastAction of(ParsedToolCall act) {
    ActionFingerprint step = act.step();
    return new LastAction(
        TextWindows.cut(act.tool()),
        TextWindows.cut(act.file()),
        TextWindows.cut(act.errorClass()),
        step.effect(),
        step.action(),
        step.outcome(),
        step.failed() ? step.error() : 0);
  }

  void write(PackedWriter out) {
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

  static LastAction read(PackedReader in) {
    int effect = in.octet();
    return effect == 0
        ? NONE
        : new LastAction(
            in.text(),
            in.text(),
            in.text(),
            ToolEffect.of(effect - 1),
            in.key(),
            in.key(),
            in.key());
  }

  /** As rules read it. */
  Progress.Last words() {
    return effect == null
        ? Progress.Last.NONE
        : new Progress.Last(
            tool,
            file,
            effect.name(),
            TextHash.hex(action),
            TextHash.hex(result),
            error == 0 ? "" : TextHash.hex(error),
            errorClass);
  }
}
