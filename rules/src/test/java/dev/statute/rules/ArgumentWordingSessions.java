package dev.statute.rules;

import static dev.statute.rules.SessionRecords.fails;
import static dev.statute.rules.SessionRecords.lines;
import static dev.statute.rules.SessionRecords.name;
import static dev.statute.rules.SessionRecords.prose;
import static dev.statute.rules.SessionRecords.times;
import static dev.statute.rules.SessionRecords.tool;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sessions with calls that differ in arguments without meaning, and sessions that only look alike.
 * They were judged before they were tried, like {@link AgentKindSessions}.
 */
final class ArgumentWordingSessions {
  private ArgumentWordingSessions() {}

  private static final String FAILED = "FAIL src/cart.test.js\nexpected 3, got 4\n1 failed";
  private static final String PAGE =
      "Page URL: https://shop.test/cart\nPage Title: Cart\n- button 'Pay'\n- text 'Total 3'";

  private static SessionRecord bash(String command, String why, String output) {
    return tool("Bash", Map.of("command", command, "description", why), output);
  }

  /** Work: no finding expected. */
  static Map<String, List<SessionRecord>> work() {
    Map<String, List<SessionRecord>> all = new LinkedHashMap<>();
    all.put(
        "items that have nothing but a description are added",
        times(12, i -> tool("add_item", Map.of("description", prose(i)), "ok")));
    all.put(
        "steps that have nothing but an explanation are told",
        times(12, i -> tool("record_step", Map.of("explanation", prose(i)), "noted")));
    all.put(
        "other commands are described in the same words",
        times(12, i -> bash("cat src/" + name(i) + ".py", "Read a file", prose(i))));
    all.put(
        "issues are filed",
        times(
            10,
            i ->
                tool(
                    "create_issue",
                    Map.of("title", "Fix " + name(i), "description", prose(i)),
                    "created #" + (40 + i))));
    all.put(
        "what takes too long gets more time, then it is done",
        List.of(
            fails("run", Map.of("command", "make all", "timeout", 10), "timed out after 10 s"),
            fails("run", Map.of("command", "make all", "timeout", 60), "timed out after 60 s"),
            tool("run", Map.of("command", "make all", "timeout", 600), "built 214 files"),
            tool("run", Map.of("command", "make install", "timeout", 600), "installed")));
    all.put(
        "a form is filled field by field",
        times(
            10,
            i ->
                tool(
                    "browser_type",
                    Map.of("element", name(i) + " field", "ref", "e" + i, "text", "x" + i),
                    "ok")));
    all.put(
        "row after row is ticked off",
        times(
            10,
            i ->
                tool(
                    "browser_click",
                    Map.of("element", "box of " + name(i), "ref", "e" + i),
                    "ok")));
    all.put(
        "what is clicked has no words, only a reference",
        times(10, i -> tool("browser_click", Map.of("ref", "e" + (3 * i)), "ok")));
    all.put(
        "what is clicked has only a reference, and each time the button is told",
        times(
            10, i -> tool("browser_click", Map.of("ref", "e" + (3 * i), "button", "left"), "ok")));
    all.put(
        "fields that have only a reference get the same text",
        times(10, i -> tool("browser_type", Map.of("ref", "e" + (3 * i), "text", "x"), "ok")));
    return all;
  }

  /** Loops: a finding expected, as early as for equal calls. */
  static Map<String, List<SessionRecord>> loops() {
    Map<String, List<SessionRecord>> all = new LinkedHashMap<>();
    all.put(
        "the same command is described otherwise each time",
        times(5, i -> bash("cat build.log", "Look at the " + name(i), lines(9))));
    all.put(
        "the same failing tests are explained otherwise each time",
        times(
            5,
            i ->
                fails(
                    "run_terminal_cmd",
                    Map.of("command", "npm test", "explanation", "Run it for " + name(i)),
                    FAILED)));
    all.put(
        "a command gets more and more time and never ends",
        times(
            5,
            i ->
                fails(
                    "run",
                    Map.of("command", "make all", "timeout", 10 << i),
                    "timed out after " + (10 << i) + " s")));
    all.put(
        "a file is read again for another reason each time",
        times(
            5,
            i ->
                tool(
                    "read_file",
                    Map.of("target_file", "src/cart.py", "explanation", prose(i)),
                    lines(12))));
    all.put(
        "the same question is asked after other thoughts",
        times(
            5,
            i ->
                tool(
                    "web_search",
                    Map.of("query", "tax rate of a cart", "reasoning", prose(i)),
                    lines(7))));
    all.put(
        "a button that does nothing has another reference after every look",
        times(
            10,
            i ->
                i % 2 == 0
                    ? tool("browser_snapshot", Map.of(), PAGE)
                    : tool(
                        "browser_click",
                        Map.of("element", "Pay button", "ref", "e" + (7 * i)),
                        PAGE)));
    return all;
  }
}
