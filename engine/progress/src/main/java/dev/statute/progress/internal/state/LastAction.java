package dev.statute.progress.internal.state;

import dev.statute.policy.base.NewestAction;
import dev.statute.progress.internal.call.ActionFingerprint;
import dev.statute.progress.internal.call.ParsedToolCall;
import dev.statute.progress.internal.call.ToolEffect;
import dev.statute.progress.internal.table.PackedForm;
import dev.statute.progress.internal.text.TextExcerpt;
import dev.statute.progress.internal.text.TextHash;
import org.jspecify.annotations.Nullable;

/**
 * Texts and keys of the newest action.
 *
 * @param tool cut after 200 characters, as are the other texts
 * @param errorClass empty if it succeeded
 * @param effect null before the first action
 * @param error 0 if it succeeded
 * @param done whether it or an action before it succeeded
 */
public record LastAction(
    String tool,
    String file,
    String errorClass,
    @Nullable ToolEffect effect,
    int action,
    int result,
    int error,
    boolean done) {
  /** Bit of the first octet that holds {@link #done}, which older stored forms lack. */
  private static final int DONE = 0x80;

  static final LastAction NONE = new LastAction("", "", "", null, 0, 0, 0, false);

  static LastAction of(ParsedToolCall call, LastAction before) {
    ActionFingerprint action = call.fingerprint();
    return new LastAction(
        TextExcerpt.cut(call.tool()),
        TextExcerpt.cut(call.file()),
        TextExcerpt.cut(call.errorClass()),
        action.effect(),
        action.key(),
        action.outcome(),
        action.failed() ? action.error() : 0,
        before.done || !action.failed());
  }

  /** Writes the action to a form, or reads it; returns it. */
  LastAction transfer(PackedForm form) {
    int first = form.octet(effect == null ? 0 : 1 + effect.code() | (done ? DONE : 0));
    int code = first & ~DONE;
    return code == 0
        ? NONE
        : new LastAction(
            form.text(tool),
            form.text(file),
            form.text(errorClass),
            ToolEffect.of(code - 1),
            form.key(action),
            form.key(result),
            form.key(error),
            (first & DONE) != 0);
  }

  /**
   * Returns whether repetitions of the action can be a reason to stop: something was done, and it
   * is neither talk nor a format error nor a rejected edit.
   */
  public boolean mayStop() {
    boolean rejected = effect == ToolEffect.EDIT && error != 0;
    boolean talk = effect == ToolEffect.THINK || effect == ToolEffect.MSG;
    return done && effect != ToolEffect.FORMAT && !rejected && !talk;
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
