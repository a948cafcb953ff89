package dev.statute.progress;

import dev.statute.progress.internal.PageFingerprint;
import dev.statute.progress.internal.TerminalText;
import dev.statute.progress.internal.VolatileTextMask;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A tool call as it was read from its record. What the host says beats what is derived.
 *
 * @param target the file, else the first 50 characters of the command, else empty
 * @param output as a terminal shows it
 * @param error the error's text, empty if there is none; as a terminal shows it
 * @param errorClass empty if it succeeded
 * @param success as the host said; the exit code, if there is one, decides for {@code step}
 * @param counts whether it is evidence of anything: what is exempt, refused by a guard of ours, or
 *     the fault of infrastructure is not
 */
record ParsedToolCall(
    String tool,
    String file,
    String target,
    String command,
    ToolOutput output,
    String error,
    String contentHash,
    String errorClass,
    boolean success,
    boolean counts,
    ActionFingerprint step) {
  private static final int TARGET_LENGTH = 50;
  private static final int BRIEF = 160;
  private static final int BRIEF_LINES = 3;
  private static final byte[] FAILED = "failed\n".getBytes(StandardCharsets.UTF_8);

  /** Keys of results, if a record brings one. */
  private static final RecordField[] GIVEN = {RecordField.RESULT_KEY, RecordField.RESULT_IDENTITY};

  /** Words for {@code error_kind} that say a guard of ours refused the call. */
  private static final Set<String> VETOES = Set.of("veto", "own_veto", "guard");

  /** Reads a call. */
  static ParsedToolCall of(
      ProgressRecord record,
      ToolCatalogue catalogue,
      BoilerplateFilter noise,
      long number,
      long now) {
    String tool = record.text(RecordField.TOOL);
    String file = record.text(RecordField.FILE);
    String command = record.text(RecordField.COMMAND);
    String error = TerminalText.shown(record.text(RecordField.ERROR));
    boolean success =
        record.flag(
            RecordField.SUCCESS, error.isEmpty() && record.number(RecordField.EXIT_CODE, 0) == 0);
    ToolOutput shown = ToolOutput.of(TerminalText.shown(record.text(RecordField.OUTPUT)));
    ToolProfile known = catalogue.tool(tool);
    ToolOutput telling = noise.without(known.id(), shown);
    String output = telling.text();
    Object args = record.value(RecordField.ARGS);
    String run = command.isEmpty() ? known.command(args) : command;
    ToolEffect effect = effect(record, catalogue, known, file, run);
    boolean ended = record.has(RecordField.EXIT_CODE);
    boolean complains = !ended && !effect.looks() && !effect.waits() && catalogue.complains(output);
    boolean well =
        ended
            ? record.number(RecordField.EXIT_CODE, 0) == 0
            : success && (!complains || record.has(RecordField.SUCCESS));
    boolean said = record.has(RecordField.OUTPUT) || !error.isEmpty();
    boolean empty = record.flag(RecordField.EMPTY, said && nothing(output, well, catalogue));
    ErrorClassifier failing =
        well
            ? null
            : ErrorClassifier.of(
                record, error.isEmpty() ? output : error, catalogue, effect.looks());
    String name = failing == null ? "" : failing.name();
    if (effect == ToolEffect.SEARCH && name.equals("no-match")) {
      empty = true;
    }
    if (name.equals("format") && !record.has(RecordField.EFFECT)) {
      effect = ToolEffect.FORMAT;
    }
    TestResult test = effect == ToolEffect.TEST ? TestResult.of(record, well, telling) : null;
    int marks =
        (well ? ActionFingerprint.SUCCESS : 0)
            | (empty ? ActionFingerprint.EMPTY : 0)
            | (telling(record, args, run) ? ActionFingerprint.TELLING : 0)
            | (record.flag(RecordField.RESOLVED, !catalogue.unseen(output))
                ? 0
                : ActionFingerprint.UNRESOLVED)
            | (said && brief(output) && !CanonicalArguments.asks(args)
                ? ActionFingerprint.BRIEF
                : 0)
            | (complains ? ActionFingerprint.COMPLAINS : 0)
            | (name.equals("denied") ? ActionFingerprint.DENIED : 0);
    boolean unclear = name.equals(ErrorClassifier.OTHER);
    Utf8Buffer action = action(record, catalogue, known, args, run, file, effect);
    ToolOutput result =
        said
            ? output.isEmpty() ? ToolOutput.of(error) : telling
            : new Utf8Buffer().add("unsaid\n").add(action).output();
    int answer = answer(record, effect, well, result);
    String page =
        test != null || record.has(RecordField.PAGE) || given(record)
            ? ""
            : PageFingerprint.fingerprint(output, effect == ToolEffect.PAGE);
    marks |= page.isEmpty() ? 0 : ActionFingerprint.SHOWN;
    ActionFingerprint step =
        new ActionFingerprint(
            action.key(),
            outcome(record, test, answer, page),
            answer,
            known.id(),
            TextHash.half(file),
            failing == null
                ? 0
                : test == null || record.has(RecordField.ERROR_KEY)
                    ? failing.key()
                    : test.verdict(),
            failing != null && record.has(RecordField.ERROR_GROUP)
                ? TextHash.half(record.text(RecordField.ERROR_GROUP))
                : failing == null ? 0 : unclear ? failing.form() : TextHash.half(name),
            TextHash.half(record.text(RecordField.CONTENT_HASH)),
            effect,
            marks,
            test == null ? -1 : test.failed(),
            number,
            record.has(RecordField.TS) ? Math.round(record.number(RecordField.TS, 0) * 1000) : now);
    return new ParsedToolCall(
        tool,
        file,
        file.isEmpty() ? cut(command, TARGET_LENGTH) : file,
        command,
        shown,
        error,
        record.text(RecordField.CONTENT_HASH),
        name,
        success,
        !record.flag(RecordField.EXEMPT, known.said().exempt())
            && (!name.equals("infra") || effect == ToolEffect.TEST)
            && !VETOES.contains(record.text(RecordField.ERROR_KIND)),
        step);
  }

  private static ToolEffect effect(
      ProgressRecord record,
      ToolCatalogue catalogue,
      ToolProfile tool,
      String file,
      String command) {
    ToolEffect given = ToolEffect.named(record.text(RecordField.EFFECT));
    return given != null
        ? given
        : catalogue.effect(
            tool,
            record.value(RecordField.ARGS),
            command,
            !file.isEmpty() || record.has(RecordField.CONTENT_HASH));
  }

  /** The same call made after a wait: what is looked at again and again with waits is a poll. */
  ParsedToolCall waited() {
    return new ParsedToolCall(
        tool,
        file,
        target,
        command,
        output,
        error,
        contentHash,
        errorClass,
        success,
        counts,
        step.as(ToolEffect.POLL));
  }

  /** Whether a result is at most a few words, perhaps with a line of noise, and shows no place. */
  private static boolean brief(String output) {
    if (output.length() > BRIEF || output.contains("://")) {
      return false;
    }
    int lines = 0;
    boolean blank = true;
    for (int i = 0; i < output.length(); i++) {
      char c = output.charAt(i);
      if (c == '\n') {
        blank = true;
      } else if (blank && !Character.isWhitespace(c)) {
        blank = false;
        lines++;
      }
    }
    return lines <= BRIEF_LINES;
  }

  /** Whether a result says that there is nothing; what a failure says is its error. */
  private static boolean nothing(String output, boolean well, ToolCatalogue catalogue) {
    return well ? catalogue.empty(output) : output.isBlank();
  }

  private static boolean telling(ProgressRecord record, @Nullable Object args, String command) {
    boolean given = args instanceof Map<?, ?> map ? !map.isEmpty() : args != null;
    return record.has(RecordField.ACTION_KEY) || given || !command.isBlank();
  }

  private static Utf8Buffer action(
      ProgressRecord record,
      ToolCatalogue catalogue,
      ToolProfile tool,
      @Nullable Object args,
      String command,
      String file,
      ToolEffect effect) {
    if (record.has(RecordField.ACTION_KEY)) {
      return new Utf8Buffer().add(record.text(RecordField.ACTION_KEY));
    }
    return args == null
        ? new Utf8Buffer().add(tool.name() + '\n' + command + '\n' + file)
        : CanonicalArguments.text(catalogue, tool, effect, !command.isEmpty(), args);
  }

  private static int outcome(
      ProgressRecord record, @Nullable TestResult test, int answer, String page) {
    if (given(record)) {
      return answer;
    }
    if (record.has(RecordField.PAGE)) {
      return TextHash.half(record.text(RecordField.PAGE));
    }
    return test != null ? test.verdict() : page.isEmpty() ? answer : TextHash.half("page\n" + page);
  }

  private static boolean given(ProgressRecord record) {
    return record.has(RecordField.RESULT_KEY) || record.has(RecordField.RESULT_IDENTITY);
  }

  private static int answer(
      ProgressRecord record, ToolEffect effect, boolean success, ToolOutput output) {
    for (RecordField given : GIVEN) {
      if (record.has(given)) {
        return TextHash.half(record.text(given));
      }
    }
    byte[] text = effect == ToolEffect.POLL ? VolatileTextMask.ids(output.utf8()) : output.masked();
    return success ? TextHash.half(text) : TextHash.half(FAILED, text);
  }

  /** The first characters of a text, counted as people count them: no surrogate pair is split. */
  static String cut(String text, int characters) {
    return text.length() <= characters || text.codePointCount(0, text.length()) <= characters
        ? text
        : text.substring(0, text.offsetByCodePoints(0, characters));
  }
}
