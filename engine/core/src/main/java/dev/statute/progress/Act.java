package dev.statute.progress;

import dev.statute.progress.internal.Mask;
import dev.statute.progress.internal.Page;
import dev.statute.progress.internal.Screen;
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
record Act(
    String tool,
    String file,
    String target,
    String command,
    Output output,
    String error,
    String contentHash,
    String errorClass,
    boolean success,
    boolean counts,
    Step step) {
  private static final int TARGET_LENGTH = 50;
  private static final int BRIEF = 160;
  private static final int BRIEF_LINES = 3;
  private static final byte[] FAILED = "failed\n".getBytes(StandardCharsets.UTF_8);

  /** Keys of results, if a record brings one. */
  private static final Field[] GIVEN = {Field.RESULT_KEY, Field.RESULT_IDENTITY};

  /** Words for {@code error_kind} that say a guard of ours refused the call. */
  private static final Set<String> VETOES = Set.of("veto", "own_veto", "guard");

  /** Reads a call. */
  static Act of(Record record, ToolCatalogue catalogue, Noise noise, long number, long now) {
    String tool = record.text(Field.TOOL);
    String file = record.text(Field.FILE);
    String command = record.text(Field.COMMAND);
    String error = Screen.shown(record.text(Field.ERROR));
    boolean success =
        record.flag(Field.SUCCESS, error.isEmpty() && record.number(Field.EXIT_CODE, 0) == 0);
    Output shown = Output.of(Screen.shown(record.text(Field.OUTPUT)));
    Tool known = catalogue.tool(tool);
    Output telling = noise.without(known.id(), shown);
    String output = telling.text();
    Object args = record.value(Field.ARGS);
    String run = command.isEmpty() ? known.command(args) : command;
    Effect effect = effect(record, catalogue, known, file, run);
    boolean ended = record.has(Field.EXIT_CODE);
    boolean complains = !ended && !effect.looks() && !effect.waits() && catalogue.complains(output);
    boolean well =
        ended
            ? record.number(Field.EXIT_CODE, 0) == 0
            : success && (!complains || record.has(Field.SUCCESS));
    boolean said = record.has(Field.OUTPUT) || !error.isEmpty();
    boolean empty = record.flag(Field.EMPTY, said && nothing(output, well, catalogue));
    Failing failing =
        well
            ? null
            : Failing.of(record, error.isEmpty() ? output : error, catalogue, effect.looks());
    String name = failing == null ? "" : failing.name();
    if (effect == Effect.SEARCH && name.equals("no-match")) {
      empty = true;
    }
    if (name.equals("format") && !record.has(Field.EFFECT)) {
      effect = Effect.FORMAT;
    }
    TestResult test = effect == Effect.TEST ? TestResult.of(record, well, telling) : null;
    int marks =
        (well ? Step.SUCCESS : 0)
            | (empty ? Step.EMPTY : 0)
            | (telling(record, args, run) ? Step.TELLING : 0)
            | (record.flag(Field.RESOLVED, !catalogue.unseen(output)) ? 0 : Step.UNRESOLVED)
            | (said && brief(output) && !Canonical.asks(args) ? Step.BRIEF : 0)
            | (complains ? Step.COMPLAINS : 0)
            | (name.equals("denied") ? Step.DENIED : 0);
    boolean unclear = name.equals(Failing.OTHER);
    Utf8 action = action(record, catalogue, known, args, run, file, effect);
    Output result =
        said
            ? output.isEmpty() ? Output.of(error) : telling
            : new Utf8().add("unsaid\n").add(action).output();
    int answer = answer(record, effect, well, result);
    String page =
        test != null || record.has(Field.PAGE) || given(record)
            ? ""
            : Page.fingerprint(output, effect == Effect.PAGE);
    marks |= page.isEmpty() ? 0 : Step.SHOWN;
    Step step =
        new Step(
            action.key(),
            outcome(record, test, answer, page),
            answer,
            known.id(),
            Key.half(file),
            failing == null
                ? 0
                : test == null || record.has(Field.ERROR_KEY) ? failing.key() : test.verdict(),
            failing != null && record.has(Field.ERROR_GROUP)
                ? Key.half(record.text(Field.ERROR_GROUP))
                : failing == null ? 0 : unclear ? failing.form() : Key.half(name),
            Key.half(record.text(Field.CONTENT_HASH)),
            effect,
            marks,
            test == null ? -1 : test.failed(),
            number,
            record.has(Field.TS) ? Math.round(record.number(Field.TS, 0) * 1000) : now);
    return new Act(
        tool,
        file,
        file.isEmpty() ? cut(command, TARGET_LENGTH) : file,
        command,
        shown,
        error,
        record.text(Field.CONTENT_HASH),
        name,
        success,
        !record.flag(Field.EXEMPT, known.said().exempt())
            && (!name.equals("infra") || effect == Effect.TEST)
            && !VETOES.contains(record.text(Field.ERROR_KIND)),
        step);
  }

  private static Effect effect(
      Record record, ToolCatalogue catalogue, Tool tool, String file, String command) {
    Effect given = Effect.named(record.text(Field.EFFECT));
    return given != null
        ? given
        : catalogue.effect(
            tool,
            record.value(Field.ARGS),
            command,
            !file.isEmpty() || record.has(Field.CONTENT_HASH));
  }

  /** The same call made after a wait: what is looked at again and again with waits is a poll. */
  Act waited() {
    return new Act(
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
        step.as(Effect.POLL));
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

  private static boolean telling(Record record, @Nullable Object args, String command) {
    boolean given = args instanceof Map<?, ?> map ? !map.isEmpty() : args != null;
    return record.has(Field.ACTION_KEY) || given || !command.isBlank();
  }

  private static Utf8 action(
      Record record,
      ToolCatalogue catalogue,
      Tool tool,
      @Nullable Object args,
      String command,
      String file,
      Effect effect) {
    if (record.has(Field.ACTION_KEY)) {
      return new Utf8().add(record.text(Field.ACTION_KEY));
    }
    return args == null
        ? new Utf8().add(tool.name() + '\n' + command + '\n' + file)
        : Canonical.text(catalogue, tool, effect, !command.isEmpty(), args);
  }

  private static int outcome(Record record, @Nullable TestResult test, int answer, String page) {
    if (given(record)) {
      return answer;
    }
    if (record.has(Field.PAGE)) {
      return Key.half(record.text(Field.PAGE));
    }
    return test != null ? test.verdict() : page.isEmpty() ? answer : Key.half("page\n" + page);
  }

  private static boolean given(Record record) {
    return record.has(Field.RESULT_KEY) || record.has(Field.RESULT_IDENTITY);
  }

  private static int answer(Record record, Effect effect, boolean success, Output output) {
    for (Field given : GIVEN) {
      if (record.has(given)) {
        return Key.half(record.text(given));
      }
    }
    byte[] text = effect == Effect.POLL ? Mask.ids(output.utf8()) : output.masked();
    return success ? Key.half(text) : Key.half(FAILED, text);
  }

  /** The first characters of a text, counted as people count them: no surrogate pair is split. */
  static String cut(String text, int characters) {
    return text.length() <= characters || text.codePointCount(0, text.length()) <= characters
        ? text
        : text.substring(0, text.offsetByCodePoints(0, characters));
  }
}
