package dev.statute.rules;

import static dev.statute.rules.SessionRecords.call;
import static dev.statute.rules.SessionRecords.edit;
import static dev.statute.rules.SessionRecords.laps;
import static dev.statute.rules.SessionRecords.name;
import static dev.statute.rules.SessionRecords.record;
import static dev.statute.rules.SessionRecords.then;
import static dev.statute.rules.SessionRecords.times;
import static dev.statute.rules.SessionRecords.user;
import static dev.statute.rules.SessionRecords.uuid;
import static dev.statute.rules.SessionRecords.view;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Sessions in pairs about a piece of evidence: parallel calls, results wrapped in JSON, command
 * lines, answers, rejected edits. They were judged before they were run.
 */
final class EvidenceSessions {
  private static final String READY = "Reading symbols from a.out\nStarting program: a.out\n";
  private static final String BREAK = "Breakpoint 1 at main.c, line 5";
  private static final String LONG_ANSWER =
      "The keeper listens, turns the word over, and after a while shakes his head. He says that it"
          + " has been tried before by others who came down the same road, and bids you try again.";

  private EvidenceSessions() {}

  /** Work: no finding expected. */
  static Map<String, List<SessionRecord>> work() {
    Map<String, List<SessionRecord>> all = new LinkedHashMap<>();
    all.put(
        "round: one of three parallel look-ups fails each time",
        times(
            30,
            i ->
                i % 3 == 0
                    ? missing(i / 3, "docs/" + name(i) + ".md")
                    : found(i / 3, "src/" + name(i) + i + ".java", "class " + name(i) + i)));
    all.put(
        "round: seven parallel look-ups of one turn fail",
        times(
            20,
            i ->
                i < 7
                    ? missing(1, "docs/" + name(i) + ".md")
                    : found(i, "src/" + name(i) + ".java", "class " + name(i))));
    all.put(
        "wrapped: each command succeeds, with the same warning",
        times(
            16,
            i ->
                wrapped(
                    "./import " + name(i),
                    "{\"stdout\": \""
                        + i * 7
                        + " rows of "
                        + name(i)
                        + "\", \"stderr\": "
                        + "\"warning: no locale\", \"returncode\": 0, \"timed_out\": false}")));
    all.put(
        "wrapped: a file that only looks like a result is read in parts",
        times(
            12,
            i ->
                wrapped(
                    "./show " + i,
                    "{\"name\": \"" + name(i) + "\", \"errors\": [], \"exit\": 1}")));
    all.put(
        "line: what begins with echo decodes texts",
        times(9, i -> line("echo", "echo " + uuid(i) + " | base64 -d", "the " + name(i))));
    all.put(
        "line: what begins with echo writes into a file",
        times(9, i -> line("echo", "echo " + name(i) + " >> words.txt", "")));
    all.put(
        "unsaid: files are there, and one of them speaks of missing files",
        times(
            12,
            i ->
                line(
                    "shell",
                    "cat log" + i + ".txt",
                    "cat: " + name(i) + ": No such file or directory\n" + uuid(i) + " went on")));
    all.put(
        "line: a script is written anew and run each time",
        times(
            12,
            i ->
                i % 2 == 0
                    ? line("bash", "cat > a.py <<'EOF'\nprint('" + name(i) + "')\nEOF", "")
                    : line("bash", "python a.py", name(i - 1))));
    all.put(
        "form: two replies are refused for their form, then the work goes on",
        times(
            9,
            i ->
                i == 3 || i == 4
                    ? complaint("No tool calls found in the response.")
                    : line("bash", "cat " + name(i) + ".txt", "the text of " + name(i))));
    all.put(
        "answer: each row is taken, in the same words",
        times(9, i -> line("insert_row", "insert_row " + uuid(i), "1 row inserted")));
    all.put(
        "answer: each guess is refused, with a clue",
        times(
            9,
            i ->
                line(
                    "say_word",
                    "say_word " + uuid(i),
                    "Wrong! The keeper thinks of " + name(i) + "." + uuid(i))));
    all.put(
        "answer: some rooms are closed, others tell something",
        times(
            15,
            i ->
                i % 2 == 0
                    ? line("enter_room", "enter_room " + name(i), "Access denied: room " + i)
                    : line("enter_room", "enter_room " + name(i), "a map of " + uuid(i))));
    all.put(
        "environment: gone twice, then there again",
        laps(8, gone("make all"), gone("make test"), wrapped("make lint", "ok, 7 files"))
            .subList(0, 3));
    all.put(
        "environment: an agent that manages containers names ones that are not there",
        List.of(
            gone("docker logs web"),
            gone("docker logs web-1"),
            wrapped("docker ps -a", "front\nstore"),
            wrapped("docker logs front", "listening on 80")));
    all.put(
        "setup: a debugger is set up anew for new input",
        times(
            24,
            i ->
                switch (i % 6) {
                  case 0 -> wrapped("./encode part" + i + " > input", "");
                  case 1 ->
                      call("debug_start", "args", Map.of("program", "a.out"), "output", READY);
                  case 2 -> call("debug_break", "args", Map.of("at", "main"), "output", BREAK);
                  case 3 -> call("debug_break", "args", Map.of("at", "load"), "output", BREAK + 2);
                  case 4 -> call("debug_go", "args", Map.of("count", 1), "output", READY + BREAK);
                  default ->
                      call("debug_print", "args", Map.of("of", "x"), "output", "x = " + i * 37);
                }));
    all.put(
        "laps: a circle of calls of which three in four bring something new",
        times(
            16,
            i ->
                wrapped(
                    "./measure " + (i % 4),
                    i % 4 == 0 ? "calibrated " + name(i % 4) : name(i) + " read " + i * 7919)));
    all.put(
        "streak: the same answer, with findings of another tool between",
        times(
            14,
            i ->
                i % 2 == 0
                    ? call("say_word", "args", Map.of("word", uuid(i)), "output", LONG_ANSWER)
                    : view("notes/" + name(i) + i, "the clue of " + name(i) + " is " + uuid(i))));
    all.put(
        "coverage: a long file is read window by window",
        times(20, i -> lines("src/ledger.c", 1 + i * 90, 100 + i * 90)));
    all.put(
        "coverage: after each edit the same region is read in another window",
        times(
            20,
            i ->
                i % 2 == 0
                    ? edit("src/ledger.c", "a line for " + name(i), uuid(i))
                    : lines("src/ledger.c", 40 - i, 90 - i)));
    all.put(
        "coverage: parts of several files are compared",
        times(18, i -> lines("src/" + name(i % 6) + ".c", 1 + i / 6 * 40, 60 + i / 6 * 40)));
    all.put(
        "edit: the shown content speaks of rejected edits",
        times(9, i -> changed("notes/" + name(i), "saved\n" + i + ": multiple occurrences")));
    return all;
  }

  /** Loops: a finding expected. */
  static Map<String, List<SessionRecord>> loops() {
    Map<String, List<SessionRecord>> all = new LinkedHashMap<>();
    all.put(
        "round: all three parallel look-ups fail each time",
        times(15, i -> missing(i / 3, "docs/" + name(i) + ".md")));
    all.put(
        "read: files that do not exist, told as results",
        times(9, i -> read("src/" + name(i) + ".yml", "File does not exist.")));
    all.put(
        "read: pages beyond the end of a file",
        times(9, i -> beyond("src/ledger.c", 900 + i * 50)));
    all.put(
        "wrapped: one failure of a command, reworded",
        times(
            6,
            i ->
                wrapped(
                    "./import --part " + i,
                    "{\"stdout\": \"\", \"stderr\": \"fatal: the ledger is locked\\n\", "
                        + "\"returncode\": 1, \"timed_out\": false}")));
    all.put(
        "wrapped: the same answer takes another time",
        times(
            6,
            i ->
                wrapped(
                    "./stock",
                    "{\"output\": \"3 of 12 parts\", \"exit_code\": 0, \"seconds\": 0."
                        + (i * 37 + 11)
                        + "}")));
    all.put(
        "wrapped: every attempt takes too long",
        laps(
            3,
            wrapped("./solve -a", "{\"output\": \"\", \"timed_out\": true, \"pid\": 71}"),
            wrapped("./solve -b", "{\"output\": \"\", \"timed_out\": true, \"pid\": 72}")));
    all.put(
        "line: echo only talks",
        times(9, i -> line("echo", "echo " + name(i) + " may be it", name(i) + " may be it")));
    all.put(
        "line: the same text is decoded again",
        times(5, i -> line("echo", "echo c3RvY2s= | base64 -d", "stock")));
    all.put(
        "unsaid: file after file is missing, as the program alone says",
        times(
            8,
            i ->
                line(
                    "shell",
                    "cat " + name(i) + ".ini",
                    "cat: " + name(i) + ".ini: No such file or directory")));
    all.put(
        "line: the same script is written again",
        times(6, i -> line("bash", "cat > a.py <<'EOF'\nprint(1)\nEOF", "")));
    all.put(
        "form: reply after reply is refused for its form",
        times(6, i -> complaint("No tool calls found in the response.")));
    all.put(
        "answer: each guess is refused, in the same words",
        times(6, i -> line("say_word", "say_word " + uuid(i), "Not quite, have another go\n")));
    all.put(
        "answer: each guess is refused, in other words every time",
        times(
            8,
            i -> {
              String word = name(i);
              List<String> refusals =
                  List.of(
                      "Wrong.",
                      "Sorry, '" + word + "' is not the answer.",
                      "Nope, try again!",
                      "Not quite.",
                      "That's incorrect.",
                      "Unfortunately that is not right, please try again",
                      "No, \"" + word + "\" is wrong",
                      "wrong answer");
              return line("say_word", "say_word " + word, refusals.get(i));
            }));
    all.put(
        "answer: each code is refused, with the attempts counted",
        times(
            8,
            i ->
                call(
                    "enter_code",
                    "args",
                    Map.of("code", uuid(i)),
                    "output",
                    "Incorrect code. " + (9 - i) + " attempts left.")));
    all.put(
        "environment: gone for three rounds, with words of the user and another tool between",
        List.of(
            wrapped("make all", "ok, 7 files"),
            gone("make test"),
            user("Go on as you think best."),
            gone("ls -l"),
            view("notes/plan", "first the tests"),
            gone("pwd")));
    all.put(
        "setup: the same debugger is asked the same again, with nothing new between",
        laps(
            5,
            call("debug_start", "args", Map.of("program", "a.out"), "output", READY),
            call("debug_break", "args", Map.of("at", "main"), "output", BREAK),
            call("debug_go", "args", Map.of("count", 1), "output", READY + BREAK)));
    all.put(
        "laps: a circle of calls of which one result is told in other words",
        times(
            24,
            i ->
                i % 6 == 5
                    ? wrapped("./sum up", "in short, " + name(i) + " matters, says " + uuid(i))
                    : wrapped("./measure " + i % 6, "calibrated " + name(i % 6))));
    all.put(
        "streak: the same answer, with fruitless calls of another tool between",
        times(
            13,
            i ->
                i % 2 == 0
                    ? call("say_word", "args", Map.of("word", uuid(i)), "output", LONG_ANSWER)
                    : view("notes/clue", "no clue here")));
    all.put(
        "coverage: a file is paged up ten lines at a time",
        times(14, i -> lines("src/ledger.c", 300 - i * 10, 400 - i * 10)));
    all.put(
        "coverage: lines that were read are printed again in other pieces",
        then(List.of(printed(1, 200)), times(12, i -> printed(10 + i * 7, 60 + i * 5))));
    all.put(
        "edit: the same one is rejected, though nobody says how it ended",
        times(6, i -> changed("notes/stock", "Edit was rejected: multiple occurrences\n" + i)));
    return all;
  }

  /** Numbered lines of a file, each with a text of its own. */
  private static String numbered(int from, int to) {
    return IntStream.rangeClosed(from, to)
        .mapToObj(line -> line + ": " + name(line * 7) + ' ' + uuid(line))
        .collect(Collectors.joining("\n"));
  }

  private static SessionRecord lines(String file, int from, int to) {
    return call(
        "view_lines",
        "file",
        file,
        "args",
        Map.of("path", file, "first", from),
        "output",
        numbered(from, to));
  }

  private static SessionRecord read(String file, String output) {
    return call("read_file", "file", file, "args", Map.of("path", file), "output", output);
  }

  private static SessionRecord beyond(String file, int offset) {
    return call(
        "read_file",
        "file",
        file,
        "args",
        Map.of("path", file, "offset", offset),
        "output",
        "The file has no further lines.");
  }

  private static SessionRecord printed(int from, int to) {
    return wrapped(
        "sed -n '" + from + "," + to + "p' src/ledger.c",
        numbered(from, to).replaceAll("(?m)^\\d+: ", ""));
  }

  /** Call in a container that no longer exists. */
  private static SessionRecord gone(String command) {
    return record(
        "tool_call",
        "tool",
        "run_command",
        "args",
        Map.of("command", command),
        "command",
        command,
        "success",
        false,
        "error",
        "Error response from daemon: No such container: work");
  }

  private static SessionRecord missing(int round, String file) {
    return record(
        "tool_call",
        "tool",
        "read_file",
        "batch",
        "round " + round,
        "args",
        Map.of("path", file),
        "file",
        file,
        "success",
        false,
        "error",
        "no such file or directory",
        "output",
        "no such file or directory");
  }

  private static SessionRecord found(int round, String file, String text) {
    return record(
        "tool_call",
        "tool",
        "read_file",
        "batch",
        "round " + round,
        "args",
        Map.of("path", file),
        "file",
        file,
        "success",
        true,
        "output",
        text);
  }

  private static SessionRecord wrapped(String command, String output) {
    return record(
        "tool_call",
        "tool",
        "run_command",
        "args",
        Map.of("command", command),
        "command",
        command,
        "output",
        output);
  }

  private static SessionRecord line(String tool, String command, String output) {
    return record("tool_call", "tool", tool, "args", command, "command", command, "output", output);
  }

  /** Reply that the program refused, as the readers of logs have it. */
  private static SessionRecord complaint(String text) {
    return record(
        "tool_call", "tool", "format_error", "error", text, "output", text, "success", false);
  }

  private static SessionRecord changed(String file, String output) {
    return record(
        "tool_call", "tool", "edit", "args", Map.of("path", file), "file", file, "output", output);
  }
}
