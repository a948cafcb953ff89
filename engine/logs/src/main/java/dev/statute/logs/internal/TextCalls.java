package dev.statute.logs.internal;

import dev.statute.expr.reading.LenientMap;
import dev.statute.logs.CallFields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Calls that an agent writes in the text of a message, in the dialects that a form names; the next
 * message in the user's name gives the result. Calls in another dialect are counted as not read.
 * Confined to one thread.
 */
final class TextCalls {
  /** Command in a text, as mini-SWE-agent writes it. */
  private static final Pattern BLOCK =
      Pattern.compile("(?s)```(?:bash|sh|mswea_bash_command)\\s*\\n(.*?)\\n?```");

  private static final Pattern ENDED =
      Pattern.compile("\\s*<returncode>\\s*(-?\\d{1,9})\\s*</returncode>");

  /** Message of such a program about a text without exactly one command. */
  private static final Pattern MALFORMED =
      Pattern.compile("(?i)exactly one (?:action|command|bash|tool)|no tool calls? found");

  /** Result of a call in tags, as Cline and Roo write it. */
  private static final Pattern TAGGED =
      Pattern.compile("\\[(\\w+)(?: for '[^\\n]*?')?[^\\]\\n]*\\] Result:\\n?");

  private static final Pattern PARAMETER = Pattern.compile("(?s)<(\\w+)>(.*?)</\\1>");
  private static final Pattern CONTEXT =
      Pattern.compile("(?s)<environment_details>.*?</environment_details>");

  private static final Pattern FAILURE =
      Pattern.compile(
          "(?s)\\s*(?:<error>|Error |The tool execution failed|The user denied this operation"
              + "|The content of the file|.{0,80}\\bcould not be )");

  private static final Pattern DENIAL = Pattern.compile("\\s*The user denied this operation");

  /** Result of a fenced block, as gptme writes it. */
  private static final Pattern RAN =
      Pattern.compile("(?:Ran (?:allowlisted )?command: `([^`]*)`|Executed code block\\.)");

  private static final Pattern FENCE = Pattern.compile("(?s)```(\\w+)[^\\n]*\\n(.*?)\\n?```");
  private static final Pattern RETURNED = Pattern.compile("\\nReturn code: (-?\\d{1,9})\\s*$");

  /** Dialects in which the result shows the call, so that no description says them. */
  static final Set<String> BUILT_IN = Set.of("fenced", "tagged", "ran");

  private final Set<String> dialects;
  private final CallPairing calls;

  /** Readers of the dialects in which the agent has made calls so far. */
  private final Map<String, EntryReader> described = new LinkedHashMap<>();

  /** Last text of the agent. */
  private String said = "";

  /** True if something was said to the agent since its last text. */
  private boolean isAnswered;

  /** True if commands are in texts in this log. */
  private boolean hasBlocks;

  TextCalls(Set<String> dialects, CallPairing calls) {
    this.dialects = dialects;
    this.calls = calls;
  }

  /** Reads a text of the agent, which is a message as well. */
  void say(int line, String text) {
    said = text;
    List<String> marked = DialectCatalogue.markedIn(text);
    if (isAnswered && marked.stream().anyMatch(dialects::contains)) {
      calls.abandonUnnamed();
    }
    isAnswered = false;
    for (String name : marked) {
      FormDescription dialect = DialectCatalogue.dialect(name);
      if (dialects.contains(name)) {
        described
            .computeIfAbsent(name, first -> new EntryReader(dialect, calls))
            .read(line, entry("agent", text));
      } else {
        int count = new EntryReader(dialect, new CallPairing()).countCalls(entry("agent", text));
        for (int i = 0; i < count; i++) {
          calls.countUnread(name + " text");
        }
      }
    }
  }

  /**
   * Reads a text that was said to the agent.
   *
   * @return whether it is a result or a complaint, and no message
   */
  boolean answer(int line, String text) {
    String before = said;
    said = "";
    isAnswered = true;
    if ((dialects.contains("tagged") && readTagged(line, before, text))
        || (dialects.contains("fenced") && readFenced(line, before, text))
        || (dialects.contains("ran") && readRan(line, before, text))) {
      return true;
    }
    boolean isRead = false;
    for (EntryReader dialect : described.values()) {
      isRead = isRead || (calls.hasOpen() && dialect.read(line, entry("user", text)));
    }
    return isRead;
  }

  private static LenientMap entry(String speaker, String text) {
    LenientMap entry = new LenientMap();
    entry.put(speaker, text);
    return entry;
  }

  private boolean readFenced(int line, String before, String text) {
    Matcher block = BLOCK.matcher(before);
    Matcher ended = ENDED.matcher(text);
    if (ended.lookingAt() && block.find()) {
      CallFields call = CallFields.ofPlain("bash", Map.of("command", block.group(1)));
      calls.begin(line, "block", call, false);
      String rest = text.substring(ended.end()).strip();
      boolean wrapped = rest.startsWith("<output>") && rest.endsWith("</output>");
      String output =
          wrapped
              ? rest.substring("<output>".length(), rest.length() - "</output>".length()).strip()
              : rest;
      calls.end(line, "block", output, null, (Long) Long.parseLong(ended.group(1)));
      hasBlocks = true;
      return true;
    }
    if (hasBlocks && MALFORMED.matcher(text).find()) {
      calls.formatError(line, text);
      return true;
    }
    return false;
  }

  private boolean readRan(int line, String before, String text) {
    Matcher ran = RAN.matcher(text);
    if (!ran.lookingAt()) {
      return false;
    }
    Matcher block = FENCE.matcher(before);
    boolean shell = ran.group(1) != null;
    String code = block.find() ? block.group(2) : shell ? ran.group(1) : "";
    String key = shell ? "command" : "code";
    String id = "ran " + line;
    calls.begin(
        line, id, CallFields.ofPlain(shell ? "shell" : "ipython", Map.of(key, code)), false);
    Matcher returned = RETURNED.matcher(text);
    Long exit = returned.find() ? (Long) Long.parseLong(returned.group(1)) : null;
    calls.end(line, id, text.substring(ran.end()).strip(), null, exit);
    return true;
  }

  private boolean readTagged(int line, String before, String text) {
    Matcher result = TAGGED.matcher(text);
    if (!result.lookingAt()) {
      return false;
    }
    String tool = result.group(1);
    String open = calls.openId(tool);
    String id = open == null ? "tag " + line : open;
    Matcher tag = Pattern.compile("(?s)<" + tool + ">(.*?)</" + tool + ">").matcher(before);
    if (open == null && tag.find()) {
      Map<String, Object> arguments = new LinkedHashMap<>();
      Matcher parameter = PARAMETER.matcher(tag.group(1));
      while (parameter.find()) {
        arguments.put(parameter.group(1), parameter.group(2).strip());
      }
      calls.begin(line, id, CallFields.ofPlain(tool, arguments), false);
    }
    String output = CONTEXT.matcher(text.substring(result.end())).replaceAll("").strip();
    boolean denied = DENIAL.matcher(output).lookingAt();
    boolean failed = FAILURE.matcher(output).lookingAt();
    calls.end(
        line,
        id,
        tool,
        call ->
            call.with("error_kind", denied ? "denied" : "")
                .result(output, failed ? Boolean.FALSE : null, null));
    return true;
  }
}
