package dev.statute.progress.internal.state;

import dev.statute.policy.base.NewestAction;
import dev.statute.progress.internal.call.ActionFingerprint;
import dev.statute.progress.internal.call.ParsedToolCall;
import dev.statute.progress.internal.call.ToolEffect;
import dev.statute.progress.internal.table.PackedReader;
import dev.statute.progress.internal.table.PackedWriter;
import dev.statute.progress.internal.text.TextHash;
import org.jspecify.annotations.Nullable;

/**
 * Texts and keys of the newest action.
 *
 * @param tool cut after 200 characters, as are the other texts
 * @param errorClass empty if it succeeded
 * @param effect null before the first action
 * @param error 0 if it succeeded
 */
public record LastAction(
    String tool,
    String file,
    String errorClass,
    @Nullable ToolEffect effect,
    int action,
    int result,
    int error) {
  static final LastAction NONE = new LastAction("", "", "", null, 0, 0, 0);

  static LastAction of(ParsedToolCall call) {
    ActionFingerprint action = call.fingerprint();
    return new LastAction(
        TextWindows.cut(call.tool()),
        TextWindows.cut(call.file()),
        TextWindows.cut(call.errorClass()),
        action.effect(),
        action.key(),
        action.outcome(),
        action.failed() ? action.error() : 0);
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

  /** Returns the action as a part of the progress fact. */
  public NewestAction fact() {
    return effect == null
        ? NewestAction.NONE
        : new NewestAction(
            tool,
            file,
            effect.name(),
            TextHash.hex(action),
            TextHash.hex(result),
            error == 0 ? "" : TextHash.hex(error),
            errorClass);
  }
}
