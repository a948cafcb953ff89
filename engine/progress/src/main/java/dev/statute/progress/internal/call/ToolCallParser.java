package dev.statute.progress.internal.call;

import dev.statute.progress.internal.record.ProgressRecord;
import dev.statute.progress.internal.record.RecordField;
import dev.statute.progress.internal.text.IdWords;
import dev.statute.progress.internal.text.TerminalText;
import dev.statute.progress.internal.text.TextExcerpt;
import dev.statute.progress.internal.text.TextHash;
import dev.statute.progress.internal.text.ToolOutput;
import dev.statute.progress.internal.text.Utf8Buffer;
import dev.statute.progress.internal.text.VolatileTextMask;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parser of one record of a tool call. Keys and flags that the record declares take precedence over
 * derived ones.
 */
public final class ToolCallParser {
  private static final byte[] FAILED = "failed\n".getBytes(StandardCharsets.UTF_8);

  /** A program that sleeps, and for how long. */
  private static final Pattern SLEEP =
      Pattern.compile(
          "\\b(?:sleep|start-sleep(?:\\s+-s(?:econds)?)?|timeout\\s+/t)\\s+(\\d{1,6}(?:\\.\\d{1,3})?)([smhd]?)\\b",
          Pattern.CASE_INSENSITIVE);

  private static final long SECOND = 1_000;

  private static final int TARGET_LENGTH = 50;
  private static final int BRIEF = 160;
  private static final int BRIEF_LINES = 3;

  /** Values of {@code error_kind} for calls that a guard of the host refused. */
  private static final Set<String> VETOES = Set.of("veto", "own_veto", "guard");

  /** Values of {@code language} for code that is a command line. */
  private static final Set<String> SHELL_LANGUAGES =
      Set.of("bash", "sh", "shell", "zsh", "powershell", "pwsh", "cmd", "sql");

  /** Parts of names of tools that run command lines. */
  private static final Set<String> SHELL_TOOLS = Set.of("bash", "shell", "terminal");

  /** Stands for a result that is what the call was given, which tells nothing. */
  private static final ToolOutput ECHO = ToolOutput.of("echo");

  private final ProgressRecord record;
  private final ToolCatalogue catalogue;
  private final ToolProfile tool;
  private final String file;
  private final String error;
  private final ToolOutput displayed;

  /** Output without boilerplate lines. */
  private final ToolOutput relevant;

  private final @Nullable Object args;

  /** Command line that the call runs; empty if it runs none. */
  private final String command;

  /** Result as wrapped in JSON, or null. */
  private final @Nullable JsonResult wrapped;

  /** Exit code of the record, or of its result; null if there is none. */
  private final @Nullable Integer exitCode;

  private final boolean hasResult;
  private ToolEffect effect;
  private boolean complains;
  private boolean succeeded;
  private boolean empty;
  private @Nullable ErrorClassifier failure;

  /** Class of the answer, or null. */
  private @Nullable String answerClass;

  public ToolCallParser(
      ProgressRecord record, ToolCatalogue catalogue, BoilerplateFilter boilerplate) {
    this.record = record;
    this.catalogue = catalogue;
    tool = catalogue.tool(record.text(RecordField.TOOL));
    file = record.text(RecordField.FILE);
    String output = TerminalText.display(record.text(RecordField.OUTPUT));
    wrapped = JsonResult.of(output);
    error = error();
    displayed = ToolOutput.of(wrapped == null ? output : TerminalText.display(wrapped.text()));
    relevant = boilerplate.remove(tool.id(), displayed);
    args = record.value(RecordField.ARGS);
    command = tool.command(args, record.text(RecordField.COMMAND));
    exitCode = exitCode();
    hasResult = record.has(RecordField.OUTPUT) || !error.isEmpty();
    effect = effect();
  }

  /**
   * Parses the call.
   *
   * @param number number of the record
   * @param now instance clock in milliseconds
   */
  public ParsedToolCall parse(long number, long now) {
    boolean success =
        record.flag(RecordField.SUCCESS, error.isEmpty() && (exitCode == null || exitCode == 0));
    classify(success);
    String given = record.text(RecordField.COMMAND);
    return new ParsedToolCall(
        record.text(RecordField.TOOL),
        file,
        file.isEmpty() ? TextExcerpt.cut(given, TARGET_LENGTH) : file,
        given,
        displayed,
        error,
        record.text(RecordField.CONTENT_HASH),
        errorClass(),
        success,
        counts(),
        isRefused(),
        isOutage(),
        waitMillis(),
        fingerprint(number, now));
  }

  /** Returns the error as a terminal shows it, without a wrapping in JSON. */
  private String error() {
    String given = record.text(RecordField.ERROR);
    if (given.isEmpty()) {
      return wrapped == null ? "" : TerminalText.display(wrapped.error());
    }
    String shown = TerminalText.display(given);
    JsonResult inside = JsonResult.of(shown);
    return inside != null && inside.failed() ? TerminalText.display(inside.error()) : shown;
  }

  private @Nullable Integer exitCode() {
    if (record.has(RecordField.EXIT_CODE)) {
      return (int) record.number(RecordField.EXIT_CODE, 0);
    }
    return wrapped == null ? null : wrapped.exitCode();
  }

  private ToolEffect effect() {
    ToolEffect declared = ToolEffect.named(record.text(RecordField.EFFECT));
    boolean onFile = !file.isEmpty() || record.has(RecordField.CONTENT_HASH);
    String line = isCode() ? "" : command;
    return declared != null ? declared : catalogue.effect(tool, args, line, onFile);
  }

  /** Returns whether the command line is a program in another language than that of shells. */
  private boolean isCode() {
    return args instanceof Map<?, ?> map
        && command.equals(map.get("code"))
        && SHELL_TOOLS.stream().noneMatch(lower(tool.name())::contains)
        && !SHELL_LANGUAGES.contains(lower(String.valueOf(map.get("language"))));
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  /** Tests for a result that reports an error although nobody says how the call ended. */
  private boolean isComplaint(String output) {
    if (isShellComplaint(output)) {
      return true;
    }
    return !effect.isLookup()
        && (catalogue.isComplaint(output)
            || (effect == ToolEffect.EDIT && catalogue.isRejection(displayed.text())));
  }

  /** Decides whether the call succeeded, whether its result is empty, and which error it has. */
  private void classify(boolean success) {
    String output = relevant.text();
    complains = exitCode == null && !effect.isWait() && isComplaint(output);
    succeeded =
        exitCode != null
            ? exitCode == 0
            : success
                && (wrapped == null || !wrapped.failed())
                && (!complains || record.has(RecordField.SUCCESS));
    boolean nothing = succeeded ? catalogue.isEmpty(output) : output.isBlank();
    empty = record.flag(RecordField.EMPTY, hasResult && nothing);
    failure =
        succeeded
            ? null
            : ErrorClassifier.of(
                record,
                exitCode,
                JsonResult.errorText(error.isEmpty() ? output : error),
                catalogue,
                command,
                effect.isLookup());
    if (effect == ToolEffect.SEARCH && errorClass().equals("no-match")) {
      empty = true;
    }
    if (hasResult && !effect.isWait() && isBrief(output)) {
      answerClass = catalogue.answerClass(output, args == null ? command : args);
    }
    if (errorClass().equals("format") && !record.has(RecordField.EFFECT)) {
      effect = ToolEffect.FORMAT;
    }
  }

  private boolean isShellComplaint(String output) {
    return !record.has(RecordField.SUCCESS)
        && error.isEmpty()
        && isBrief(output)
        && catalogue.errors(output).first() != null
        && ShellComplaint.matches(output, command);
  }

  private String errorClass() {
    return failure == null ? "" : failure.name();
  }

  private boolean counts() {
    return !record.flag(RecordField.EXEMPT, tool.declared().exempt())
        && !isOutage()
        && !isRefused();
  }

  /** Returns whether the infrastructure failed the call; what a test says of it is its result. */
  private boolean isOutage() {
    return errorClass().equals("infra") && effect != ToolEffect.TEST;
  }

  private boolean isStatedFailure() {
    boolean stated = exitCode != null || record.has(RecordField.SUCCESS) || !error.isEmpty();
    return !succeeded && stated;
  }

  /** Returns whether a tool notes a thought or a plan, or asks a person. */
  private boolean isPlan() {
    return (effect == ToolEffect.THINK || effect == ToolEffect.MSG) && command.isEmpty();
  }

  private boolean isRefused() {
    return VETOES.contains(record.text(RecordField.ERROR_KIND));
  }

  /**
   * Keys of a result.
   *
   * @param outcome see {@link ActionFingerprint#outcome}
   * @param answer see {@link ActionFingerprint#answer}
   * @param isPage whether the outcome is that of a browser page
   */
  private record ResultKeys(int outcome, int answer, boolean isPage) {}

  private ResultKeys resultKeys(@Nullable TestResult test, ToolOutput output) {
    RecordField declared =
        record.has(RecordField.RESULT_KEY) ? RecordField.RESULT_KEY : RecordField.RESULT_IDENTITY;
    if (record.has(declared)) {
      int answer = TextHash.key32(record.text(declared));
      return new ResultKeys(answer, answer, false);
    }
    int answer = answerClass == null ? answerKey(output) : TextHash.key32("answer\n" + answerClass);
    if (record.has(RecordField.PAGE)) {
      return new ResultKeys(TextHash.key32(record.text(RecordField.PAGE)), answer, false);
    }
    if (test != null) {
      return new ResultKeys(test.verdict(), answer, false);
    }
    String page = PageFingerprint.fingerprint(relevant.text(), effect == ToolEffect.PAGE);
    return page.isEmpty()
        ? new ResultKeys(answer, answer, false)
        : new ResultKeys(TextHash.key32("page\n" + page), answer, true);
  }

  private int answerKey(ToolOutput output) {
    byte[] text =
        effect == ToolEffect.POLL ? VolatileTextMask.maskIds(output.utf8()) : output.masked();
    return succeeded ? TextHash.key32(text) : TextHash.key32(FAILED, text);
  }

  /**
   * Returns the time that the call is asked to wait, as its command line or its arguments say, in
   * milliseconds; 0 if none.
   */
  private long waitMillis() {
    long total = 0;
    if (!command.isEmpty()) {
      Matcher sleeps = SLEEP.matcher(command);
      while (sleeps.find()) {
        total += Math.round(Double.parseDouble(sleeps.group(1)) * unit(sleeps.group(2)));
      }
    } else if (effect == ToolEffect.CLOCK && args instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> each : map.entrySet()) {
        if (each.getValue() instanceof Number number) {
          String name = String.valueOf(each.getKey()).toLowerCase(Locale.ROOT);
          boolean isMillis = name.endsWith("ms") || name.contains("milli");
          total += Math.round(Math.max(0, number.doubleValue()) * (isMillis ? 1 : SECOND));
        }
      }
    }
    return total;
  }

  private static long unit(String letter) {
    return switch (letter.toLowerCase(Locale.ROOT)) {
      case "m" -> 60 * SECOND;
      case "h" -> 3_600 * SECOND;
      case "d" -> 86_400 * SECOND;
      default -> SECOND;
    };
  }

  private ActionFingerprint fingerprint(long number, long now) {
    TestResult test = effect == ToolEffect.TEST ? TestResult.of(record, succeeded, relevant) : null;
    Utf8Buffer action = action();
    ResultKeys result = resultKeys(test, hasResult ? result() : missing(action));
    ShownLines lines = shownLines(action);
    return new ActionFingerprint(
        action.key(),
        result.outcome(),
        result.answer(),
        tool.id(),
        TextHash.key32(file),
        errorKey(test),
        errorClassKey(),
        TextHash.key32(record.text(RecordField.CONTENT_HASH)),
        effect,
        flags() | (result.isPage() ? ActionFingerprint.SHOWS_PAGE : 0),
        test == null ? -1 : test.failed(),
        lines.place(),
        lines.from(),
        lines.to(),
        hasResult ? IdWords.of(result().masked()) : IdWords.NONE,
        number,
        record.has(RecordField.TS) ? Math.round(record.number(RecordField.TS, 0) * 1000) : now);
  }

  private ShownLines shownLines(Utf8Buffer action) {
    return succeeded && !empty && effect.isLookup()
        ? ShownLines.of(file, action.keyWithoutDigits(), args, command, displayed.text())
        : ShownLines.NONE;
  }

  private Utf8Buffer action() {
    if (record.has(RecordField.ACTION_KEY)) {
      return new Utf8Buffer().add(record.text(RecordField.ACTION_KEY));
    }
    return args == null
        ? new Utf8Buffer().add(tool.name() + '\n' + work() + '\n' + file)
        : CanonicalArguments.text(catalogue, tool, effect, command, work(), args);
  }

  /** Returns what does work of the command line: neither comments nor pauses do. */
  private String work() {
    return isCode() ? command : IdleCommand.remove(ShellComments.remove(command));
  }

  private ToolOutput result() {
    if (relevant.text().isEmpty()) {
      return ToolOutput.of(error);
    }
    return succeeded && command.isEmpty() && CanonicalArguments.isEchoed(args, relevant.text())
        ? ECHO
        : relevant;
  }

  /** Stands for the result of a call without one; equal for equal actions. */
  private static ToolOutput missing(Utf8Buffer action) {
    return new Utf8Buffer().add("unsaid\n").add(action).output();
  }

  private int errorKey(@Nullable TestResult test) {
    if (failure == null) {
      return 0;
    }
    return test == null || !test.isOfTests() || record.has(RecordField.ERROR_KEY)
        ? failure.key()
        : test.verdict();
  }

  private int errorClassKey() {
    if (failure == null) {
      return 0;
    }
    if (record.has(RecordField.ERROR_GROUP)) {
      return TextHash.key32(record.text(RecordField.ERROR_GROUP));
    }
    return failure.name().equals(ErrorClassifier.OTHER)
        ? failure.form()
        : TextHash.key32(failure.name());
  }

  private int flags() {
    String output = relevant.text();
    boolean resolved = record.flag(RecordField.RESOLVED, !catalogue.isUnseen(output));
    boolean brief =
        hasResult && answerClass == null && isBrief(output) && !CanonicalArguments.isQuestion(args);
    return (succeeded ? ActionFingerprint.SUCCESS : 0)
        | (empty ? ActionFingerprint.EMPTY : 0)
        | (hasArguments() ? ActionFingerprint.HAS_ARGUMENTS : 0)
        | (resolved ? 0 : ActionFingerprint.UNRESOLVED)
        | (brief ? ActionFingerprint.BRIEF : 0)
        | (complains || answerClass != null ? ActionFingerprint.COMPLAINS : 0)
        | (isStatedFailure() ? ActionFingerprint.STATED_FAILURE : 0)
        | (isPlan() ? ActionFingerprint.PLANS : 0)
        | (errorClass().equals("denied") ? ActionFingerprint.DENIED : 0);
  }

  private boolean hasArguments() {
    boolean given = args instanceof Map<?, ?> map ? !map.isEmpty() : args != null;
    return record.has(RecordField.ACTION_KEY) || given || !command.isBlank();
  }

  /** Returns whether a result is at most a few words, perhaps with a line of noise, and no page. */
  private static boolean isBrief(String output) {
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
}
