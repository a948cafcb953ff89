package dev.statute.rules;

import static dev.statute.rules.SessionRecords.call;
import static dev.statute.rules.SessionRecords.fails;
import static dev.statute.rules.SessionRecords.id;
import static dev.statute.rules.SessionRecords.laps;
import static dev.statute.rules.SessionRecords.name;
import static dev.statute.rules.SessionRecords.patch;
import static dev.statute.rules.SessionRecords.record;
import static dev.statute.rules.SessionRecords.run;
import static dev.statute.rules.SessionRecords.said;
import static dev.statute.rules.SessionRecords.shell;
import static dev.statute.rules.SessionRecords.then;
import static dev.statute.rules.SessionRecords.times;
import static dev.statute.rules.SessionRecords.tool;
import static dev.statute.rules.SessionRecords.user;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sessions in pairs about what counts as work: failures of any kind, outages, words of programs,
 * echoes, plans, and results in which only an id differs. They were judged before they were run.
 */
final class JudgementSessions {
  private static final String[] WORDS = {
    "calm", "bold", "neat", "swift", "quiet", "young", "brave", "plain", "warm", "clear"
  };

  private JudgementSessions() {}

  /** Work: no finding expected. */
  static Map<String, List<SessionRecord>> work() {
    Map<String, List<SessionRecord>> all = new LinkedHashMap<>();
    all.put(
        "failures: five of five kinds, then a call works, then five more",
        then(
            times(5, JudgementSessions::failure),
            times(1, i -> found(i)),
            times(5, i -> failure(i + 5))));
    all.put(
        "failures: of two parallel calls one works in each of nine rounds",
        times(18, i -> batch(i / 2, i % 2 == 0 ? failure(i / 2) : found(i))));
    all.put(
        "failures: nine edits, and after each another test fails",
        times(
            18,
            i ->
                i % 2 == 0
                    ? patch("src/" + name(i) + ".py", name(i), name(i + 1) + i)
                    : shell("pytest -q", "FAILED tests/test_" + name(i) + ".py::test_" + i, 1)));
    all.put(
        "outage: a command sleeps twice as long before each of seven tries",
        times(7, i -> limited("sleep " + (1 << i) + "; curl -s https://api.example/items")));
    all.put(
        "outage: a tool waits longer before each of eight tries",
        times(
            16,
            i ->
                i % 2 == 0
                    ? tool("sleep", Map.of("seconds", 2L << i / 2), "done")
                    : limited("curl -s https://api.example/items")));
    all.put(
        "outage: by the clock each of seven tries comes later than the one before",
        times(7, i -> at((1L << i) * 3, limited("curl -s https://api.example/items"))));
    all.put(
        "outage: four tries, then it answers",
        then(
            times(4, i -> limited("curl -s https://api.example/items")),
            times(1, i -> run("curl -s https://api.example/items", "[{\"id\": 1}]"))));
    all.put(
        "outage: every other page is refused at first",
        times(
            20,
            i ->
                i % 2 == 0
                    ? limited("curl -s https://api.example/items?page=" + i)
                    : run(
                        "curl -s https://api.example/items?page=" + i, "page of " + name(i) + i)));
    all.put(
        "words: a person asks for the same list four times",
        times(8, i -> i % 2 == 0 ? user("once more, please") : run("./list", "a\nb\nc")));
    all.put(
        "words: six turns that the service of the model failed",
        times(6, i -> record("message", "text", "API Error: overloaded", "by", "program")));
    all.put(
        "echo: ten values are set, and each is given back",
        times(
            10,
            i -> tool("configure", Map.of("key", name(i), "value", id(i)), name(i) + "=" + id(i))));
    all.put(
        "plan: twelve tasks are written down",
        times(
            12,
            i ->
                tool("TaskCreate", Map.of("subject", "Do " + name(i)), "Task #" + i + " created")));
    all.put(
        "plan: fourteen thoughts, each another one",
        times(14, i -> tool("think", Map.of("thought", "Of " + name(i) + " " + i), "Logged.")));
    all.put(
        "plan: nine facts are remembered",
        times(9, i -> tool("save_memory", Map.of("fact", name(i) + " is old"), "Remembered.")));
    all.put(
        "plan: nine questions to a person, each answered",
        times(
            9,
            i ->
                tool(
                    "AskUserQuestion",
                    Map.of("question", "Which " + name(i) + "?"),
                    "The " + WORDS[i] + " one")));
    all.put(
        "id: a job is started five times",
        times(5, i -> tool("start_job", Map.of("name", "nightly"), "Started as job_" + name(i))));
    all.put(
        "id: each answer names another order and another parcel",
        times(
            9,
            i ->
                tool(
                    "pull",
                    Map.of("queue", "mail"),
                    "order A" + i + "-" + WORDS[i] + " in parcel P-" + name(i) + i)));
    all.put(
        "id: only a number grows",
        times(9, i -> tool("step", Map.of("by", 1L), "now at " + (i * 3 + 1) + " of 40")));
    return all;
  }

  /** Loops: at least one finding expected. */
  static Map<String, List<SessionRecord>> loops() {
    Map<String, List<SessionRecord>> all = new LinkedHashMap<>();
    all.put("failures: seven of seven kinds", times(7, JudgementSessions::failure));
    all.put(
        "failures: seven rounds of two parallel calls, and both fail",
        times(14, i -> batch(i / 2, failure(i))));
    all.put(
        "failures: seven of seven kinds, with a thought before each",
        times(
            14,
            i ->
                i % 2 == 0
                    ? tool("think", Map.of("thought", "Try " + name(i)), "Logged.")
                    : failure(i / 2)));
    all.put(
        "failures: a test fails between those of seven kinds",
        times(
            14,
            i ->
                i % 2 == 0 ? failure(i / 2) : shell("pytest -q -k " + name(i), "1 failed" + i, 1)));
    all.put(
        "outage: a command sleeps two seconds before each of seven tries",
        times(7, i -> limited("sleep 2; curl -s https://api.example/items")));
    all.put(
        "outage: a tool waits five seconds before each of eight tries",
        times(
            16,
            i ->
                i % 2 == 0
                    ? tool("sleep", Map.of("seconds", 5L), "done")
                    : limited("curl -s https://api.example/items")));
    all.put(
        "outage: by the clock each of seven tries comes after two seconds",
        times(7, i -> at(i * 2L, limited("curl -s https://api.example/items"))));
    all.put(
        "outage: seven addresses, one after the other",
        times(7, i -> limited("curl -s https://api.example/" + name(i))));
    all.put(
        "words: a program gives a notice before each of four equal lists",
        times(
            8,
            i ->
                i % 2 == 0
                    ? record("user_message", "text", "Task " + i + " ended", "by", "program")
                    : run("./list", "a\nb\nc")));
    all.put("words: the agent says the same six times", times(6, i -> said("I will start now.")));
    all.put(
        "echo: the work is handed in ten times in other words, each given back",
        times(10, i -> handedIn("All is done, and this is summary " + name(i) + " of it.")));
    all.put(
        "plan: the same three thoughts by turns",
        laps(
            4,
            tool("think", Map.of("thought", "Perhaps the cache."), "Logged."),
            tool("think", Map.of("thought", "Perhaps the lock."), "Logged."),
            tool("think", Map.of("thought", "Perhaps the clock."), "Logged.")));
    all.put(
        "plan: a shell says what comes next, five times",
        times(5, i -> run("echo next: " + name(i), "next: " + name(i))));
    all.put(
        "id: a job is started eight times",
        times(8, i -> tool("start_job", Map.of("name", "nightly"), "Started as job_" + name(i))));
    all.put(
        "id: a server runs already, in a session of another name each time",
        times(
            8,
            i ->
                tool(
                    "launch",
                    Map.of("what", "web"),
                    "Still running in session " + WORDS[i] + "-" + name(i) + ".")));
    return all;
  }

  /** Fails for one of ten reasons, by one of several tools. */
  private static SessionRecord failure(int i) {
    String what = name(i) + i;
    return switch (i % 10) {
      case 0 ->
          fails("read_file", Map.of("path", what), "ENOENT: no such file, open '" + what + "'");
      case 1 -> fails("process", Map.of("action", "run", "data", what), "sessionId is required");
      case 2 -> fails("bash", Map.of("command", what), "permission denied by the sandbox");
      case 3 -> fails("query", Map.of("sql", what), "syntax error at or near '" + what + "'");
      case 4 -> fails("fetch", Map.of("url", what), "the page could not be decoded");
      case 5 -> fails("bash", Map.of("command", what + " -x"), what + ": command not found");
      case 6 -> fails("browser", Map.of("action", "open"), "timed out after 30 s");
      case 7 -> fails("convert", Map.of("to", what), "usage: convert FROM TO");
      case 8 -> fails("lookup", Map.of("name", what), "ambiguous name");
      default -> fails("sign", Map.of("key", what), "the key has expired");
    };
  }

  private static SessionRecord found(int i) {
    return tool("read_file", Map.of("path", name(i) + i), "class " + name(i) + i + " { }");
  }

  private static SessionRecord limited(String command) {
    return call(
        "bash",
        "command",
        command,
        "args",
        Map.of("command", command),
        "success",
        false,
        "error",
        "HTTP/1.1 429 Too Many Requests");
  }

  private static SessionRecord handedIn(String words) {
    return tool("finish", Map.of("result", words), words);
  }

  private static SessionRecord at(long seconds, SessionRecord record) {
    return with(record, "ts", seconds);
  }

  private static SessionRecord batch(int number, SessionRecord record) {
    return with(record, "batch", "b" + number);
  }

  private static SessionRecord with(SessionRecord record, String field, Object value) {
    Map<String, Object> fields = new LinkedHashMap<>(record.fields());
    fields.put(field, value);
    return SessionRecord.of(fields);
  }
}
