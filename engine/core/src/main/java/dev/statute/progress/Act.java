package dev.statute.progress;

import dev.statute.progress.internal.Mask;
import dev.statute.progress.internal.Page;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A tool call as it was read from its record. What the host says beats what is derived.
 *
 * @param target the file, else the first 50 characters of the command, else empty
 * @param error the error's text, empty if there is none
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
    String error,
    String contentHash,
    String errorClass,
    boolean success,
    boolean counts,
    Step step) {
  private static final int TARGET_LENGTH = 50;

  /** Words for {@code error_kind} that say a guard of ours refused the call. */
  private static final Set<String> VETOES = Set.of("veto", "own_veto", "guard");

  /** Reads a call. */
  static Act of(Record record, ToolCatalogue catalogue, Noise noise, long number, long now) {
    String tool = record.text("tool");
    String file = record.text("file");
    String command = record.text("command");
    String error = record.text("error");
    boolean success = record.flag("success", error.isEmpty() && record.number("exit_code", 0) == 0);
    boolean well = record.has("exit_code") ? record.number("exit_code", 0) == 0 : success;
    String output = noise.without(Key.half(tool), record.text("output"));
    Object args = record.fields().get("args");
    String run = command.isEmpty() ? catalogue.command(tool, args) : command;
    Effect effect = effect(record, catalogue, tool, file, run);
    boolean said = record.has("output") || !error.isEmpty();
    boolean empty = record.flag("empty", said && catalogue.empty(output));
    Failing failing = well ? null : Failing.of(record, error.isEmpty() ? output : error, catalogue);
    String name = failing == null ? "" : failing.name();
    if (effect == Effect.SEARCH && name.equals("no-match")) {
      empty = true;
    }
    if (name.equals("format") && !record.has("effect")) {
      effect = Effect.FORMAT;
    }
    TestResult test = effect == Effect.TEST ? TestResult.of(record, well, output) : null;
    int marks =
        (well ? Step.SUCCESS : 0)
            | (empty ? Step.EMPTY : 0)
            | (telling(record, args, run) ? Step.TELLING : 0)
            | (record.flag("resolved", true) ? 0 : Step.UNRESOLVED)
            | (name.equals("denied") ? Step.DENIED : 0);
    boolean unclear = name.equals("other") || failing == null;
    String action = action(record, catalogue, tool, args, run, file, effect);
    String result = said ? output.isEmpty() ? error : output : "unsaid\n" + action;
    int answer = answer(record, effect, well, result);
    Step step =
        new Step(
            Key.half(action),
            outcome(record, test, answer, output),
            answer,
            Key.half(tool),
            Key.half(file),
            failing == null
                ? 0
                : test == null || record.has("error_key") ? failing.key() : test.verdict(),
            unclear ? 0 : Key.half(name),
            Key.half(record.text("content_hash")),
            effect,
            marks,
            test == null ? -1 : test.failed(),
            number,
            record.has("ts") ? Math.round(record.number("ts", 0) * 1000) : now);
    return new Act(
        tool,
        file,
        file.isEmpty() ? cut(command, TARGET_LENGTH) : file,
        command,
        error,
        record.text("content_hash"),
        name,
        success,
        !record.flag("exempt", catalogue.exempt(tool))
            && !name.equals("infra")
            && !VETOES.contains(record.text("error_kind")),
        step);
  }

  private static Effect effect(
      Record record, ToolCatalogue catalogue, String tool, String file, String command) {
    Effect given = Effect.named(record.text("effect"));
    return given != null
        ? given
        : catalogue.effect(
            tool,
            record.fields().get("args"),
            command,
            !file.isEmpty() || record.has("content_hash"));
  }

  private static boolean telling(Record record, @Nullable Object args, String command) {
    boolean given = args instanceof Map<?, ?> map ? !map.isEmpty() : args != null;
    return record.has("action_key") || given || !command.isBlank();
  }

  private static String action(
      Record record,
      ToolCatalogue catalogue,
      String tool,
      @Nullable Object args,
      String command,
      String file,
      Effect effect) {
    if (record.has("action_key")) {
      return record.text("action_key");
    }
    String words =
        args == null ? command + '\n' + file : new Canonical(catalogue, tool, effect).text(args);
    return tool + '\n' + words;
  }

  private static int outcome(Record record, @Nullable TestResult test, int answer, String output) {
    if (record.has("result_key") || record.has("result_identity")) {
      return answer;
    }
    if (record.has("page")) {
      return Key.half(record.text("page"));
    }
    String page = test == null ? Page.fingerprint(output) : "";
    return test != null ? test.verdict() : page.isEmpty() ? answer : Key.half("page\n" + page);
  }

  private static int answer(Record record, Effect effect, boolean success, String output) {
    for (String given : new String[] {"result_key", "result_identity"}) {
      if (record.has(given)) {
        return Key.half(record.text(given));
      }
    }
    String text = effect == Effect.POLL ? Mask.ids(output) : Mask.volatileParts(output);
    return Key.half((success ? "" : "failed\n") + text);
  }

  /** The first characters of a text, counted as people count them: no surrogate pair is split. */
  static String cut(String text, int characters) {
    return text.length() <= characters || text.codePointCount(0, text.length()) <= characters
        ? text
        : text.substring(0, text.offsetByCodePoints(0, characters));
  }
}
