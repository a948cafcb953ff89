package dev.statute.rules;

import static dev.statute.rules.SessionRecords.call;
import static dev.statute.rules.SessionRecords.fails;
import static dev.statute.rules.SessionRecords.laps;
import static dev.statute.rules.SessionRecords.record;
import static dev.statute.rules.SessionRecords.shell;
import static dev.statute.rules.SessionRecords.then;
import static dev.statute.rules.SessionRecords.times;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Realistic sessions, written for these tests: long work without loops, and loops. The expected
 * results were written before the rules were tried.
 */
final class LongWorkSessions {
  private static final String[] WORDS = {
    "alpha", "bravo", "carbon", "delta", "ember", "flint", "garnet", "harbor", "indigo", "jasper",
    "kernel", "lumen", "meadow", "nectar", "onyx", "pepper", "quartz", "raven", "saffron", "timber"
  };

  private LongWorkSessions() {}

  private static String word(int i) {
    return WORDS[i % WORDS.length];
  }

  private static String text(int seed) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < 6; i++) {
      out.append("def ").append(word(seed * 7 + i)).append('_').append(seed).append("(): pass\n");
    }
    return out.toString();
  }

  private static SessionRecord read(String path, String text) {
    return call("Read", "file", path, "args", Map.of("file_path", path), "output", text);
  }

  private static SessionRecord edit(String path, String from, String to) {
    Map<String, Object> args = new LinkedHashMap<>();
    args.put("file_path", path);
    args.put("old_string", from);
    args.put("new_string", to);
    return call("Edit", "file", path, "args", args, "output", "The file has been updated.");
  }

  private static SessionRecord grep(String pattern, String output) {
    return call("Grep", "args", Map.of("pattern", pattern, "path", "src"), "output", output);
  }

  /** Work: no finding expected. */
  static Map<String, List<SessionRecord>> work() {
    Map<String, List<SessionRecord>> all = new LinkedHashMap<>();
    all.put(
        "an audit of 338 files, some of them empty",
        times(
            338,
            i -> read("/srv/pkg" + i / 9 + "/" + word(i) + i + ".py", i % 9 == 0 ? "" : text(i))));
    all.put(
        "a sweep for names, of which a third is not there",
        times(
            40,
            i -> grep(word(i) + i, i % 3 == 0 ? "No matches found" : "src/x.ts:" + i + ": hit")));
    all.put(
        "a batch of silent commands",
        times(30, i -> shell("convert in/" + i + ".png out/" + word(i) + i + ".webp", "", 0)));
    all.put(
        "a tool of unknown kind says OK to each of thirty items",
        times(30, i -> call("process_item", "args", Map.of("id", i), "output", "OK")));
    all.put(
        "each item is posted and gets the same answer",
        times(
            26,
            i ->
                shell(
                    "curl -s -X POST localhost:8080/items -d '{\"n\":" + i + "}'",
                    "{\"status\":\"created\"}",
                    0)));
    all.put(
        "twenty rows are inserted by a client",
        times(
            20,
            i -> shell("psql -c \"INSERT INTO t VALUES ('" + word(i) + "')\"", "INSERT 0 1", 0)));
    all.put(
        "a form is filled in",
        times(
            14,
            i ->
                call(
                    "browser_type",
                    "args",
                    Map.of("element", "field " + i, "text", word(i)),
                    "output",
                    "Typed")));
    all.put(
        "many cells that print nothing",
        times(
            12,
            i ->
                call(
                    "execute_ipython_cell",
                    "args",
                    Map.of("code", word(i) + " = load(" + i + ")"),
                    "output",
                    "[Cell executed: no output]")));
    all.put(
        "files are moved one by one",
        times(40, i -> shell("git mv src/" + word(i) + i + ".js src/" + i + ".ts", "", 0)));
    all.put("tests come first", tests());
    all.put("edits that stay clean", clean());
    all.put("complaints become fewer", fewer());
    all.put("bisecting", bisecting());
    all.put("mutants are killed", mutants());
    all.put("one file is read and edited in turn", turns());
    all.put(
        "a log is looked at after a sleep, and grows",
        times(
            25,
            i ->
                shell(
                    "sleep 30; tail -n 1 build.log", "[" + i * 7 + "/420] " + word(i) + ".o", 0)));
    all.put("waiting for checks, with sleeps between", checks());
    all.put(
        "waiting for checks, whose exit code says that they are pending",
        then(
            times(8, i -> shell("sleep 45 && gh pr checks 77", "build\tpending", 8)),
            List.of(shell("sleep 45 && gh pr checks 77", "build\tpass", 0))));
    all.put(
        "an own server is asked until it answers",
        then(
            List.of(shell("npm start &", "[1] 4411", 0)),
            times(4, i -> shell("sleep 2; curl -s localhost:3000", REFUSED, 7)),
            List.of(shell("sleep 2; curl -s localhost:3000", "{\"up\":true}", 0))));
    all.put(
        "pods start slowly",
        then(
            times(9, i -> shell("kubectl -n web get pods", "web-1 0/1 ContainerCreating", 0)),
            List.of(shell("kubectl -n web get pods", "web-1 1/1 Running", 0))));
    all.put(
        "a long command is waited for without input",
        then(
            times(8, i -> call("write_stdin", "args", Map.of("chars", "", "id", 4), "output", "")),
            List.of(call("write_stdin", "args", Map.of("chars", "", "id", 4), "output", "BUILT"))));
    all.put(
        "retries until the service is back",
        then(
            times(4, i -> fails("fetch_url", Map.of("url", "x"), "503 Service Unavailable")),
            List.of(call("fetch_url", "args", Map.of("url", "x"), "output", "items: 1, 2"))));
    all.put(
        "a person asks for the same again",
        times(
            12,
            i ->
                i % 2 == 0
                    ? record("user_message", "text", "once more")
                    : shell("make bench", "12.1 GB/s", 0)));
    all.put("a file is read again after much else", rereading());
    return all;
  }

  private static final String REFUSED =
      "curl: (7) Failed to connect to localhost port 3000: Connection refused";

  private static List<SessionRecord> tests() {
    List<SessionRecord> all = new ArrayList<>();
    for (int i = 0; i < 15; i++) {
      all.add(edit("tests/test_calc.py", "# next " + i, "def test_" + word(i) + "(): pass"));
      String failed = "FAILED test_calc.py::test_" + word(i) + "\n1 failed, " + i + " passed";
      all.add(shell("pytest -q", failed, 1));
      all.add(edit("calc.py", "pass # " + i, "return " + i));
      all.add(shell("pytest -q", (i + 1) + " passed in 0." + (i + 10) + "s", 0));
    }
    return all;
  }

  private static List<SessionRecord> clean() {
    return times(
        40,
        i ->
            i % 2 == 0
                ? edit("src/" + word(i) + ".go", "x", "y" + i)
                : shell("go vet ./...", "", 0));
  }

  private static List<SessionRecord> fewer() {
    return times(
        24,
        i ->
            i % 2 == 0
                ? edit("src/" + word(i) + ".ts", "any", "T" + i)
                : shell("./check.sh src", "✖ " + (40 - i) + " problems", 1));
  }

  private static List<SessionRecord> bisecting() {
    List<SessionRecord> all = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      String left = "Bisecting: " + (256 >> i) + " revisions left\n[" + word(i) + "] change";
      all.add(shell("git bisect " + (i % 3 == 0 ? "good" : "bad"), left, 0));
      all.add(i % 3 == 1 ? shell("./check.sh", "works", 0) : shell("./check.sh", "broken", 1));
    }
    return all;
  }

  private static List<SessionRecord> mutants() {
    List<SessionRecord> all = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      all.add(shell("sed -i 's/" + i + "/x/' core.c", "", 0));
      all.add(shell("./run_mutant.sh", "killed", 0));
      all.add(shell("git checkout core.c", "Updated 1 path from the index", 0));
    }
    return all;
  }

  private static List<SessionRecord> turns() {
    return times(
        28, i -> i % 2 == 0 ? read("src/app.tsx", text(i)) : edit("src/app.tsx", "a" + i, "b" + i));
  }

  private static List<SessionRecord> checks() {
    List<SessionRecord> all = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      all.add(shell("./ci-state 991", "in_progress", 0));
      all.add(shell("sleep 60", "", 0));
    }
    all.add(shell("./ci-state 991", "completed", 0));
    return all;
  }

  private static List<SessionRecord> rereading() {
    List<SessionRecord> all = new ArrayList<>();
    for (int round = 0; round < 5; round++) {
      all.add(read("conf.yaml", "port: 1"));
      for (int i = 0; i < 9; i++) {
        all.add(read("p" + round + "/" + word(i) + ".py", text(round * 50 + i)));
      }
    }
    return all;
  }

  /** Loops: a finding expected. */
  static Map<String, List<SessionRecord>> loops() {
    Map<String, List<SessionRecord>> all = new LinkedHashMap<>();
    all.put("two files are read in turn", laps(5, read("a.py", text(1)), read("b.py", text(2))));
    all.put("one file is read again and again", laps(6, read("a.py", text(1))));
    for (int period : new int[] {5, 8, 12}) {
      all.put(
          "a cycle of " + period,
          times(period * 4, i -> read(word(i % period) + ".py", text(i % period))));
    }
    all.put(
        "a cycle of commands whose answers carry clocks",
        times(
            28,
            i ->
                shell(
                    "./tool " + word(i % 7),
                    "2026-02-1"
                        + i / 7
                        + " 10:00:"
                        + (10 + i)
                        + " "
                        + word(i % 7)
                        + ", "
                        + i
                        + " ms",
                    0)));
    all.put(
        "one error, however the command is written",
        List.of(
            shell("python run.py", MISSING_MODULE, 1),
            shell("python3 run.py", MISSING_MODULE, 1),
            shell("python ./run.py", MISSING_MODULE, 1),
            shell("cd . && python run.py", MISSING_MODULE, 1),
            shell("PYTHONPATH=. python run.py", MISSING_MODULE, 1)));
    all.put(
        "an edit is made and taken back",
        laps(5, edit("a.c", "one", "two"), edit("a.c", "two", "one")));
    all.put(
        "the same test fails whatever the flags",
        times(
            8,
            i ->
                shell(
                    "pytest " + "-vvv".substring(0, 1 + i % 3) + " --tb=" + word(i),
                    "FAILED test_api.py::test_login - KeyError\n1 failed in 0." + i + "s",
                    1)));
    all.put(
        "a job that is lost is polled",
        times(25, i -> call("job_status", "args", Map.of("id", 9), "output", "state: lost")));
    all.put(
        "a build that hangs is looked at after sleeps",
        times(25, i -> shell("sleep 20; tail -n 1 build.log", "[40%] linking", 0)));
    all.put("searches find nothing", times(16, i -> grep(word(i) + "Handler", "No matches found")));
    all.put(
        "a sub-agent gets the task it could not do",
        laps(5, call("Task", "args", Map.of("prompt", "fix it"), "output", "I was not able to.")));
    all.put(
        "a file is written with the same text",
        laps(6, call("Write", "file", "o.md", "args", Map.of("text", "# T"), "output", "Written")));
    all.put(
        "an insertion succeeds each time",
        times(
            8,
            i ->
                call(
                    "insert_content",
                    "file",
                    "a.py",
                    "args",
                    Map.of("line", 3, "text", "import os"),
                    "output",
                    "the file has " + (100 + i) + " lines")));
    all.put(
        "a program is missing by every name",
        times(
            10,
            i ->
                shell("java" + word(i) + " A.java", "sh: line " + i + ": command not found", 127)));
    all.put(
        "a result says error though the call succeeded",
        times(
            11,
            i ->
                call(
                    "book_table",
                    "args",
                    Map.of("date", "2020-01-" + (10 + i)),
                    "output",
                    "{\"error\":\"must be in the future\"}")));
    all.put(
        "edit, fail, take back, again",
        laps(
            5,
            edit("m.py", "a", "b"),
            shell("pytest -q", "FAILED test_a\n1 failed", 1),
            shell("git checkout m.py", "Updated 1 path from the index", 0)));
    all.put("an own server never answers", laps(8, shell("curl -s localhost:3000", REFUSED, 7)));
    all.put(
        "an own server answers 500 in its tests",
        laps(6, shell("npm test", "FAIL api\n expected 200, got 500 Internal Server Error", 1)));
    all.put(
        "a number in an error that looks like a status",
        laps(6, shell("python check.py", "AssertionError: 429 != 430", 1)));
    all.put(
        "each answer has an id of its own",
        times(
            8,
            i ->
                call(
                    "get_order",
                    "args",
                    Map.of("id", 5),
                    "output",
                    "not ready\nrequest-id: 0a1b2c" + (10 + i) + "-aaaa-4aaa-8aaa-0123456789ab")));
    all.put(
        "each answer has another colour",
        times(6, i -> shell("./lint", "\u001b[" + (31 + i) + "merror\u001b[0m: unused x", 1)));
    all.put(
        "a progress bar is redrawn before each failure",
        times(6, i -> shell("./fetch", i + "%|#\r" + i * 9 + "%|##\rchecksum mismatch", 1)));
    all.put(
        "edits are rejected, with reading between",
        times(
            14,
            i ->
                i % 2 == 0
                    ? fails("Edit", Map.of("o", word(i)), "String to replace not found in file.")
                    : read("z.ts", text(77))));
    all.put(
        "kill, start, ask, again",
        times(
            15,
            i ->
                switch (i % 3) {
                  case 0 -> shell("pkill -f server.py", "", 0);
                  case 1 -> shell("python server.py &", "[1] 300" + i, 0);
                  default -> shell("curl -s localhost:3000", REFUSED, 7);
                }));
    return all;
  }

  private static final String MISSING_MODULE =
      "Traceback (most recent call last):\n  File \"run.py\", line 3\n"
          + "ModuleNotFoundError: No module named 'zlibx'";
}
