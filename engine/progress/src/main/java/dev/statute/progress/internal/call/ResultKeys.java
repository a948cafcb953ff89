package dev.statute.progress.internal.call;

import dev.statute.progress.internal.record.ProgressRecord;
import dev.statute.progress.internal.record.RecordField;
import dev.statute.progress.internal.text.TextHash;
import dev.statute.progress.internal.text.ToolOutput;
import dev.statute.progress.internal.text.VolatileTextMask;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Keys of a result.
 *
 * @param outcome see {@link ActionFingerprint#outcome}
 * @param answer see {@link ActionFingerprint#answer}
 * @param isPage whether the outcome is that of a browser page
 */
record ResultKeys(int outcome, int answer, boolean isPage) {
  private static final byte[] FAILED = "failed\n".getBytes(StandardCharsets.UTF_8);

  static ResultKeys of(
      ProgressRecord record,
      ToolEffect effect,
      boolean succeeded,
      @Nullable TestResult test,
      ToolOutput result,
      String output,
      @Nullable String answerClass) {
    RecordField declared =
        record.has(RecordField.RESULT_KEY) ? RecordField.RESULT_KEY : RecordField.RESULT_IDENTITY;
    if (record.has(declared)) {
      int answer = TextHash.key32(record.text(declared));
      return new ResultKeys(answer, answer, false);
    }
    int answer =
        answerClass == null
            ? answer(effect, succeeded, result)
            : TextHash.key32("answer\n" + answerClass);
    if (record.has(RecordField.PAGE)) {
      return new ResultKeys(TextHash.key32(record.text(RecordField.PAGE)), answer, false);
    }
    if (test != null) {
      return new ResultKeys(test.verdict(), answer, false);
    }
    String page = PageFingerprint.fingerprint(output, effect == ToolEffect.PAGE);
    return page.isEmpty()
        ? new ResultKeys(answer, answer, false)
        : new ResultKeys(TextHash.key32("page\n" + page), answer, true);
  }

  private static int answer(ToolEffect effect, boolean succeeded, ToolOutput result) {
    byte[] text =
        effect == ToolEffect.POLL ? VolatileTextMask.maskIds(result.utf8()) : result.masked();
    return succeeded ? TextHash.key32(text) : TextHash.key32(FAILED, text);
  }
}
