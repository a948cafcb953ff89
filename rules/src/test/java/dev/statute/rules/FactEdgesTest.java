package dev.statute.rules;

import static dev.statute.rules.SessionRecords.call;
import static dev.statute.rules.SessionRecords.edit;
import static dev.statute.rules.SessionRecords.fails;
import static dev.statute.rules.SessionRecords.laps;
import static dev.statute.rules.SessionRecords.read;
import static dev.statute.rules.SessionRecords.record;
import static dev.statute.rules.SessionRecords.run;
import static dev.statute.rules.SessionRecords.then;
import static dev.statute.rules.SessionRecords.times;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.spi.ProgressState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Edges of counters: one session on either side of each rule. The last record of the first session
 * has the first finding of a pattern; the second session never has one.
 */
class FactEdgesTest {
  private static final LoopPack FULL = LoopPack.pack("full", Map.of());

  private static final SessionRecord X = read("x", "the text of x");
  private static final SessionRecord Y = read("y", "the text of y");
  private static final SessionRecord BAD = fails("tool", Map.of("a", "b"), "it is broken");
  private static final SessionRecord USER = record("user_message", "text", "go on");
  private static final SessionRecord MESSAGE = record("message", "text", "I will do it now.");
  private static final SessionRecord CONDENSED = record("condensation");

  /** Edge of a rule: a sentence, its pattern, a session with a finding, one without. */
  private record Edge(
      String sentence, String pattern, List<SessionRecord> found, List<SessionRecord> silent) {}

  private final List<Edge> edges = new ArrayList<>();
  private int next;

  private void edge(
      String sentence, String pattern, List<SessionRecord> found, List<SessionRecord> silent) {
    edges.add(new Edge(sentence, pattern, found, silent));
  }

  /** Read with a new result. */
  private SessionRecord news() {
    next++;
    return read("file" + next, "all that stands in file " + next);
  }

  private List<SessionRecord> news(int count) {
    return times(count, i -> news());
  }

  /** Failure with a new text. */
  private SessionRecord failure() {
    next++;
    return fails("tool" + next, Map.of("a", next), "trouble " + letters(next));
  }

  private static String letters(int number) {
    return Integer.toString(number, 26).chars().mapToObj(c -> "" + (char) (c + 49)).toList() + "";
  }

  private static List<SessionRecord> list(SessionRecord... records) {
    return List.of(records);
  }

  private static SessionRecord write(String folder) {
    return run("mkdir " + folder, "");
  }

  private static SessionRecord tests(String failing) {
    String said = "FAILED " + failing + "\n1 failed";
    return call("bash", "command", "pytest -q", "success", false, "error", said, "output", said);
  }

  private static SessionRecord miss(String arg) {
    return call(
        "cut",
        "file",
        "a",
        "args",
        Map.of("v", arg),
        "success",
        false,
        "error",
        "no such file: " + arg);
  }

  private static SessionRecord rejected(String text) {
    return call(
        "edit",
        "file",
        "f" + text,
        "args",
        Map.of("new", text),
        "success",
        false,
        "error",
        "old_string not found in " + text);
  }

  private static SessionRecord streamed(String text) {
    return record("stream_text", "text", text);
  }

  private static SessionRecord poll(int id, String state) {
    return call("job_status", "args", Map.of("id", id), "output", state);
  }

  private static SessionRecord shell(String command) {
    return run(command, "");
  }

  private void repeats() {
    edge("R1 is about calls in a row", "same-action", list(X, X, X), list(X, X, Y, X, X));
    edge("R1 is about one result", "same-action", list(X, X, X), times(9, i -> read("x", "t" + i)));
    edge(
        "a condensation makes no result another one",
        "same-action",
        list(X, CONDENSED, X, CONDENSED, X),
        list(X, CONDENSED, X, USER, X));
    edge(
        "R2 is about failures in a row",
        "same-failure",
        list(BAD, BAD, BAD),
        list(BAD, BAD, X, BAD));
    edge(
        "R3 looks at the last 14 actions",
        "interleaved",
        then(list(BAD), news(5), list(BAD), news(6), list(BAD)),
        then(list(BAD), news(6), list(BAD), news(6), list(BAD)));
    edge(
        "R3 is silent where most is new",
        "interleaved",
        then(list(X), news(1), list(X), news(1), list(X)),
        then(list(X), news(3), list(X), news(3), list(X)));
    edge(
        "R3 wants the state unchanged: an edit with new content changes it",
        "interleaved",
        list(edit("f", "a", "h"), BAD, edit("f", "b", "h"), BAD, edit("f", "c", "h"), BAD),
        list(edit("f", "a", "h"), BAD, edit("f", "b", "i"), BAD, edit("f", "c", "j"), BAD));
    edge(
        "… the same edit word for word does not",
        "interleaved",
        list(BAD, edit("f", "a", "h"), BAD, edit("f", "a", "i"), BAD, edit("f", "a", "j")),
        list(BAD, edit("f", "a", "h"), BAD, edit("f", "b", "i"), BAD, edit("f", "a", "j"), BAD));
    edge(
        "… a write that was not among the last four actions does",
        "interleaved",
        then(list(write("d"), BAD), news(2), list(write("d"), BAD), news(2), list(write("d"), BAD)),
        then(
            list(write("d"), BAD), news(3), list(write("d"), BAD), news(3), list(write("d"), BAD)));
    edge(
        "… and so does another set of failing tests",
        "interleaved",
        list(tests("a"), BAD, tests("a"), BAD, tests("a")),
        list(tests("a"), BAD, tests("b"), BAD, tests("c"), BAD));
    edge(
        "R10 knows circles of twelve",
        "cycle",
        laps(2, news(12).toArray(SessionRecord[]::new)),
        laps(2, news(13).toArray(SessionRecord[]::new)));
    edge(
        "long circles of R10 want that nothing changed, short ones do not",
        "cycle",
        laps(3, X, write("d"), write("e")),
        laps(4, X, Y, read("z", "z"), write("d"), write("e"), write("g"), write("h")));
    edge(
        "what nobody saw is no repetition",
        "same-action",
        times(3, i -> call("look", "args", "a", "output", "a form")),
        times(9, i -> call("look", "args", "a", "output", "[image]")));
    edge(
        "R10 lets be who only polls and waits",
        "cycle",
        laps(3, poll(1, "on"), X),
        laps(3, poll(1, "on"), poll(2, "on")));
    edge(
        "R10 wants the same results in every lap",
        "cycle",
        laps(3, X, Y),
        list(X, Y, X, read("y", "other"), X, read("y", "more")));
  }

  private void edits() {
    SessionRecord e = edit("f", "a", "");
    edge(
        "R4 is about edits with no other between",
        "verbatim-edit",
        list(e, e, e),
        laps(3, e, edit("f", "b", "")));
    edge(
        "R4 takes an edit after news for a new attempt",
        "verbatim-edit",
        list(X, e, X, e, X, e),
        list(e, news(), e, news(), e));
    edge(
        "R4 is about no-op edits of one file",
        "no-op-edit",
        then(list(edit("f", "a", "h")), times(3, i -> edit("f", "b" + i, "h"))),
        then(
            list(edit("f", "a", "h"), edit("g", "a", "h")),
            times(8, i -> edit(i % 2 == 0 ? "f" : "g", "b" + i, "h"))));
    edge(
        "R4 forgets no-op edits when one changes something",
        "no-op-edit",
        then(list(edit("f", "a", "h")), times(3, i -> edit("f", "b" + i, "h"))),
        times(12, i -> edit("f", "b" + i, "h" + i / 3)));
    edge(
        "R13 remembers eight contents of a file",
        "revert",
        then(
            times(8, i -> edit("f", "a" + i, "h" + i)), times(2, i -> edit("f", "b" + i, "h" + i))),
        then(
            times(9, i -> edit("f", "a" + i, "h" + i)),
            times(2, i -> edit("f", "b" + i, "h" + i))));
    List<SessionRecord> there = list(edit("f", "1", "A"), edit("f", "2", "B"));
    List<SessionRecord> back = list(edit("f", "3", "A"), edit("f", "4", "B"));
    edge(
        "R13 remembers eight files",
        "revert",
        then(there, times(7, i -> edit("g" + i, "x", "C")), back),
        then(there, times(8, i -> edit("g" + i, "x", "C")), back));
    edge(
        "R13 remembers contents when the user speaks, but not those of another run",
        "revert",
        then(there, list(USER), back),
        then(there, list(record("reset")), back));
    edge(
        "R11 counts rounds with an edit and the same verdict",
        "ineffective-edits",
        times(8, i -> i % 2 == 0 ? edit("f", "v" + i, "h" + i) : run("./go", "still wrong")),
        then(list(edit("f", "v", "h")), times(8, i -> run("./go", "still wrong"))));
    edge(
        "R11 begins anew with another verdict",
        "ineffective-edits",
        times(8, i -> i % 2 == 0 ? edit("f", "v" + i, "h" + i) : run("./go", "still wrong")),
        times(
            24, i -> i % 2 == 0 ? edit("f", "v" + i, "h" + i) : run("./go", "w" + letters(i / 6))));
    edge(
        "R11 begins anew when the user speaks",
        "ineffective-edits",
        times(8, i -> i % 2 == 0 ? edit("f", "v" + i, "h" + i) : run("./go", "still wrong")),
        times(
            32,
            i ->
                i % 8 == 7
                    ? USER
                    : i % 2 == 0 ? edit("f", "v" + i, "h" + i) : run("./go", "still wrong")));
    edge(
        "R20 is about two failing sets, not three",
        "test-flip-flop",
        times(6, i -> tests(i % 2 == 0 ? "a" : "b")),
        times(12, i -> tests("abc".substring(i % 3, i % 3 + 1))));
    edge(
        "R20 is silent where one of the two is that nothing fails",
        "test-flip-flop",
        times(6, i -> record("test", "passed", false, "failed", 1, "signature", "s" + i % 2)),
        times(
            12,
            i -> record("test", "passed", i % 2 == 0, "failed", i % 2, "signature", "s" + i % 2)));
  }

  private void errors() {
    edge(
        "R5 is about one error in a row, whatever was tried",
        "error-variants",
        times(3, i -> fails("t" + i, Map.of("v", i), "no table t")),
        list(
            fails("t", Map.of("v", 1), "no table t"),
            fails("t", Map.of("v", 2), "no table t"),
            failure(),
            fails("t", Map.of("v", 3), "no table t")));
    edge(
        "R5 ends with a success",
        "error-variants",
        list(BAD, fails("tool", Map.of(), "it is broken"), fails("t", Map.of(), "it is broken")),
        list(BAD, fails("tool", Map.of(), "it is broken"), X, BAD));
    edge(
        "what infrastructure does is nothing: it neither counts nor ends a streak",
        "error-variants",
        list(BAD, fails("t", Map.of(), "503 Service Unavailable"), BAD, BAD),
        laps(9, fails("t", Map.of("v", 1), "503 Service Unavailable")));
    edge(
        "R5 of rejected edits ends with news",
        "rejected-edits",
        list(X, rejected("a"), X, rejected("b"), X, rejected("c")),
        list(rejected("a"), news(), rejected("b"), news(), rejected("c")));
    edge(
        "R5 of rejected edits ends with one that is taken",
        "rejected-edits",
        list(rejected("a"), rejected("b"), rejected("c")),
        list(rejected("a"), rejected("b"), edit("f", "x", "h"), rejected("c")));
    edge(
        "R5b is about one class in a row by any tool",
        "error-class",
        times(5, i -> fails("t" + i, Map.of(), "cannot open " + letters(i) + ": no such file")),
        then(
            times(4, i -> fails("t" + i, Map.of(), "cannot open " + letters(i) + ": no such file")),
            list(X, fails("u", Map.of(), "cannot open z: no such file"))));
    edge(
        "R5b of one file looks at the last eight actions",
        "fails-on-file",
        list(miss("a"), miss("b"), news(), miss("c"), news(), miss("d"), news(), miss("e")),
        list(
            miss("a"), news(), miss("b"), news(), miss("c"), news(), miss("d"), news(), miss("e")));
    SessionRecord taken = call("cut", "file", "a", "args", Map.of("v", "z"), "output", "done");
    edge(
        "R5b of one file ends with a success on it",
        "fails-on-file",
        list(miss("a"), miss("b"), X, miss("c"), miss("d"), miss("e")),
        list(miss("a"), miss("b"), miss("c"), taken, miss("d"), miss("e"), miss("g")));
    edge(
        "of an error of no known class, what it repeats of the call does not count for R5b",
        "error-class",
        times(5, i -> fails("t", Map.of("v", letters(i)), "no such a " + letters(i))),
        times(9, i -> fails("t", Map.of("v", letters(i)), "no such a " + letters(i + 50))));
    edge(
        "R5b of one file ends when the user speaks",
        "fails-on-file",
        list(miss("a"), miss("b"), X, miss("c"), miss("d"), miss("e")),
        list(miss("a"), miss("b"), miss("c"), USER, miss("d"), miss("e"), miss("g")));
    edge(
        "R6 counts half where something changed in between",
        "failure-again",
        times(13, i -> i % 2 == 0 ? BAD : edit("f", "v" + i, "h" + i)),
        times(12, i -> i % 2 == 0 ? BAD : edit("f", "v" + i, "h" + i)));
    edge(
        "R6 remembers the sixteen most recent failures",
        "failure-again",
        times(4 + 3 * 15, i -> i % 16 == 0 ? BAD : failure()),
        times(9 + 8 * 16, i -> i % 17 == 0 ? BAD : failure()));
    edge(
        "R6 knows no phases or users, and of another run nothing",
        "failure-again",
        list(BAD, USER, BAD, USER, BAD, USER, BAD),
        laps(9, BAD, record("reset")));
    edge(
        "R12 is about replies in a row",
        "format-errors",
        times(4, i -> fails("format_error", Map.of(), "exactly one action")),
        times(12, i -> i % 4 == 3 ? X : fails("format_error", Map.of(), "exactly one action")));
    edge(
        "R18 is about what a person refuses",
        "denied",
        times(2, i -> fails("rm", Map.of("f", i), "rejected by the user")),
        times(2, i -> fails("rm", Map.of("f", i), "rm: " + i + ": Permission denied")));
  }

  private void answers() {
    edge(
        "R7 is about one tool",
        "stagnation",
        times(6, i -> call("ask", "args", Map.of("q", letters(i)), "output", "Not known here.")),
        times(
            12,
            i -> call("ask" + i, "args", Map.of("q", letters(i)), "output", "Not known here.")));
    edge(
        "R7 goes on over calls of another tool that bring nothing, and ends with one that does",
        "stagnation",
        times(
            11,
            i -> call("ask" + i % 2, "args", Map.of("q", letters(i)), "output", "Not known here.")),
        times(
            12,
            i ->
                i % 2 == 1
                    ? news()
                    : call("ask", "args", Map.of("q", letters(i)), "output", "Not known here.")));
    edge(
        "R7 is about answers that say something",
        "stagnation",
        times(6, i -> call("ask", "args", Map.of("q", letters(i)), "output", "Not known here.")),
        times(6, i -> call("ask", "args", Map.of("q", letters(i)), "output", "")));
    edge(
        "R8 counts look-ups that give nothing until one does",
        "nothing-found",
        times(7, i -> call("grep", "args", Map.of("p", letters(i)), "output", "")),
        times(
            28,
            i ->
                i % 7 == 6 ? news() : call("grep", "args", Map.of("p", letters(i)), "output", "")));
    edge(
        "R8 counts look-ups that fail, and nothing but look-ups",
        "nothing-found",
        times(7, i -> fails("read_file", Map.of("p", letters(i)), "no such file")),
        times(
            14,
            i ->
                i % 7 == 6
                    ? shell("./x" + letters(i))
                    : call("tool", "args", "a" + i, "output", "")));
    edge(
        "R9 is about actions that bring nothing, waiting apart",
        "no-progress",
        then(news(1), list(X, Y), laps(4, X, Y)),
        then(
            news(1),
            list(X, Y),
            laps(3, X, Y),
            list(X),
            times(9, i -> poll(1, "on")).subList(1, 9)));
    edge(
        "R9 ends with a change",
        "no-progress",
        then(list(X, Y), laps(4, X, Y)),
        then(list(X, Y), laps(3, X, Y), list(write("d")), laps(3, X, Y)));
    edge(
        "R15 begins anew with another answer",
        "poll-unchanged",
        times(10, i -> poll(1, "on")),
        times(90, i -> poll(1, "state " + i / 9)));
    edge(
        "R15 begins anew when the user speaks",
        "poll-unchanged",
        times(10, i -> poll(1, "on")),
        times(40, i -> i % 10 == 9 ? USER : poll(1, "on")));
    edge(
        "R15 counts each poll by itself",
        "poll-unchanged",
        laps(10, poll(1, "on"), poll(2, "on")).subList(0, 19),
        times(36, i -> poll(i % 4, "on")));
    edge(
        "R15 takes waiting by the clock for no change, until something is new",
        "poll-unchanged",
        times(10, i -> shell("sleep 1")),
        times(40, i -> i % 10 == 9 ? news() : shell("sleep 1")));
  }

  private void talk() {
    edge(
        "R14 is about words with no action between",
        "monologue",
        list(MESSAGE, MESSAGE, MESSAGE),
        list(MESSAGE, MESSAGE, X, MESSAGE));
    edge(
        "R14 is about equal words",
        "monologue",
        list(MESSAGE, record("thought", "text", " I will do it now.\n"), MESSAGE),
        list(MESSAGE, MESSAGE, record("message", "text", "I will."), MESSAGE));
    edge(
        "R14 minds words, not silence",
        "monologue",
        list(MESSAGE, record("message", "text", " "), MESSAGE, MESSAGE),
        laps(9, record("message", "text", " ")));
    edge(
        "R14 is about calls in a row that only say something",
        "talk-only",
        times(3, i -> run("echo " + letters(i), letters(i))),
        times(9, i -> i % 3 == 2 ? X : run("echo " + letters(i), letters(i))));
    edge(
        "R16 wants 120 characters",
        "chanting",
        laps(6, streamed("twenty letters once ")),
        laps(6, streamed("nineteen of letters")).stream().map(each -> each).toList());
    for (String structure :
        List.of("# a heading", "> a quote", "---", "| a | b |", "1. first", "* item", "```\n```")) {
      edge(
          "R16 begins anew after " + structure.strip(),
          "chanting",
          laps(6, streamed("the very same words again. ")),
          then(
              laps(5, streamed("the very same words again. ")),
              list(streamed("\n" + structure + "\n")),
              laps(5, streamed("the very same words again. "))));
    }
    edge(
        "R16 begins anew after an action",
        "chanting",
        laps(6, streamed("the very same words again. ")),
        then(
            laps(5, streamed("the very same words again. ")),
            list(X),
            laps(5, streamed("the very same words again. "))));
    edge(
        "R17 is about condensations with no action between",
        "condensation",
        list(CONDENSED, USER, CONDENSED, CONDENSED),
        laps(9, CONDENSED, CONDENSED, news()));
    SessionRecord revise = record("verdict", "value", "REVISE", "text", "once more");
    edge(
        "R19 ends with a reviewer who is content",
        "revise-loop",
        list(revise, X, revise, Y, revise, revise),
        laps(3, revise, revise, revise, record("verdict", "value", "APPROVE")));
    List<Map<String, Object>> stuck = list(X, X, X).stream().map(SessionRecord::fields).toList();
    edge(
        "R19 is about sub-agents that are stuck, each apart",
        "stuck-delegate",
        list(record("sub_agent", "name", "a", "events", stuck)),
        laps(3, record("sub_agent", "name", "a", "events", stuck.subList(0, 2))));
    edge(
        "R22 wants a judge that is as sure as it should be",
        "judged",
        list(record("judge", "confidence", 0.9)),
        list(record("judge", "confidence", 0.895)));
  }

  /** A host's own values override derived ones. */
  private void hosts() {
    edge(
        "a host's action_key is the action",
        "same-action",
        times(3, i -> call("t", "args", "a" + i, "output", "same", "action_key", "k")),
        times(9, i -> call("t", "args", "a", "output", "same", "action_key", "k" + i)));
    for (String key : List.of("result_key", "result_identity")) {
      edge(
          "a host's " + key + " is the result",
          "same-action",
          times(3, i -> call("t", "args", "a", "output", "o" + i, key, "k")),
          times(9, i -> call("t", "args", "a", "output", "same", key, "k" + i)));
    }
    edge(
        "a host's page is the result",
        "same-action",
        times(3, i -> call("t", "args", "a", "output", "o" + i, "page", "k")),
        times(9, i -> call("t", "args", "a", "output", "same", "page", "k" + i)));
    edge(
        "a host's error_key is the error",
        "error-variants",
        times(3, i -> host(i, "it is " + letters(i), "error_key", "k")),
        times(9, i -> host(i, "it is", "error_key", "k" + i)));
    for (String key : List.of("error_class", "error_group")) {
      edge(
          "a host's " + key + " is what errors have in common",
          "error-class",
          times(5, i -> host(i, "it is " + letters(i), key, "k")),
          times(9, i -> host(i, "no such file " + letters(i), key, "k" + i)));
    }
    edge(
        "a host says which result is empty",
        "nothing-found",
        times(7, i -> call("grep", "args", "a" + i, "output", "my " + letters(i), "empty", true)),
        times(9, i -> call("grep", "args", "a" + i, "output", "[]", "empty", false)));
    edge(
        "a host says what kind of work a call is",
        "nothing-found",
        times(7, i -> call("tool", "args", "a" + i, "output", "", "effect", "SEARCH")),
        times(9, i -> call("grep", "args", "a" + i, "output", "", "effect", "EXEC_WRITE")));
    edge(
        "a host says whose fault an error is",
        "error-class",
        times(5, i -> host(i, "503 Service Unavailable " + letters(i), "error_kind", "own")),
        times(9, i -> host(i, "it is broken", "error_kind", "infra")));
    edge(
        "each agent is counted by itself",
        "same-action",
        times(3, i -> call("t", "args", "a", "output", "o", "agent", "one")),
        times(4, i -> call("t", "args", "a", "output", "o", "agent", "a" + i % 2)));
  }

  private static SessionRecord host(int arg, String error, String field, String value) {
    return call("t" + arg, "args", "a" + arg, "success", false, "error", error, field, value);
  }

  @TestFactory
  Stream<DynamicTest> each_sentence_has_two_sides() {
    repeats();
    edits();
    errors();
    answers();
    talk();
    hosts();
    return edges.stream().map(edge -> DynamicTest.dynamicTest(edge.sentence, () -> check(edge)));
  }

  private static void check(Edge edge) {
    List<String> found = FULL.found(edge.pattern, edge.found);
    assertThat(found).as("%s, first on the last record", edge.pattern).isNotEmpty();
    assertThat(found.get(0)).as(edge.pattern).startsWith(edge.found.size() + ":");
    assertThat(FULL.found(edge.pattern, edge.silent)).as("not " + edge.pattern).isEmpty();
  }

  private static ProgressState after(List<SessionRecord> records) {
    ProgressState tracker = ProgressState.NONE;
    for (SessionRecord each : records) {
      tracker = FULL.watch(tracker, each, 0).state();
    }
    return tracker;
  }

  @Test
  void news_is_what_is_not_among_the_last_128_results_of_the_phase() {
    for (Map.Entry<Integer, Integer> each : Map.of(128, 1, 129, 0).entrySet()) {
      List<SessionRecord> records =
          times(
              each.getKey() + 1,
              i -> {
                String word = "w" + i % each.getKey();
                return call("search", "args", Map.of("q", word), "output", word + " is here");
              });
      assertThat(FULL.tracking().progress(after(records)).sinceNew())
          .as("after %d others", each.getKey())
          .isEqualTo(each.getValue());
    }
  }

  @Test
  void a_word_of_the_user_and_a_new_phase_begin_all_streaks_and_news_anew() {
    for (SessionRecord start : list(USER, record("phase", "number", 2))) {
      Map<String, Long> counters =
          FULL.tracking()
              .progress(after(List.of(X, X, tests("a"), tests("a"), BAD, BAD, MESSAGE, start, X)))
              .toMap();
      Map<String, Long> fresh = FULL.tracking().progress(after(List.of(X))).toMap();
      List<String> streaks = new ArrayList<>(fresh.keySet());
      streaks = streaks.subList(streaks.indexOf("sinceNew"), streaks.size());
      Map<String, Long> left = new LinkedHashMap<>(counters);
      left.keySet().retainAll(streaks);
      fresh.keySet().retainAll(streaks);
      assertThat(left).isEqualTo(fresh);
    }
  }
}
