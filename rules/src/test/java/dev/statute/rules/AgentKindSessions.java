package dev.statute.rules;

import static dev.statute.rules.SessionRecords.call;
import static dev.statute.rules.SessionRecords.fails;
import static dev.statute.rules.SessionRecords.id;
import static dev.statute.rules.SessionRecords.laps;
import static dev.statute.rules.SessionRecords.lines;
import static dev.statute.rules.SessionRecords.name;
import static dev.statute.rules.SessionRecords.page;
import static dev.statute.rules.SessionRecords.patch;
import static dev.statute.rules.SessionRecords.prose;
import static dev.statute.rules.SessionRecords.record;
import static dev.statute.rules.SessionRecords.said;
import static dev.statute.rules.SessionRecords.shell;
import static dev.statute.rules.SessionRecords.then;
import static dev.statute.rules.SessionRecords.time;
import static dev.statute.rules.SessionRecords.times;
import static dev.statute.rules.SessionRecords.tool;
import static dev.statute.rules.SessionRecords.user;
import static dev.statute.rules.SessionRecords.uuid;
import static dev.statute.rules.SessionRecords.view;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * More sessions, by kinds of agents: coding, browsing, data analysis, operations, search, customer
 * service, cooperation. They were written before they were tried, each with the judgement of a
 * patient colleague.
 */
final class AgentKindSessions {
  private AgentKindSessions() {}

  /** Work: no finding expected. */
  static Map<String, List<SessionRecord>> work() {
    Map<String, List<SessionRecord>> all = new LinkedHashMap<>();
    all.put(
        "code: each edit leads to the next complaint of the compiler",
        times(
            24,
            i ->
                i % 2 == 0
                    ? patch("src/" + name(i) + ".rs", "a" + i, "b" + i)
                    : shell(
                        "cargo check",
                        "error[E0" + (300 + i) + "]: no " + name(i) + " in scope\n --> l.rs:" + i,
                        101)));
    all.put(
        "code: a formatter runs after every edit and says the same",
        times(
            20,
            i ->
                i % 2 == 0
                    ? patch("app/" + name(i) + ".py", "a" + i, "b" + i)
                    : shell("black app", "reformatted 1 file, 35 files left unchanged.", 0)));
    all.put(
        "code: every step is committed",
        times(
            24,
            i ->
                i % 2 == 0
                    ? patch("app/" + name(i) + ".py", "a" + i, "b" + i)
                    : shell("git commit -qam 'step " + i + "'", "", 0)));
    all.put(
        "code: the difference is looked at after every edit",
        times(
            20,
            i ->
                i % 2 == 0
                    ? patch("app/" + name(i) + ".py", "a" + i, "b" + i)
                    : shell("git diff --stat", " 1 file changed, 1 insertion(+)", 0)));
    all.put(
        "browser: a button that leads to the next page of a list",
        times(
            12,
            i ->
                page(
                    "click",
                    "https://shop.test/list?page=" + (i + 2),
                    "item " + name(i) + ", item " + name(i + 9))));
    all.put(
        "browser: a feed without end is scrolled",
        times(
            12,
            i ->
                call(
                    "scroll_down",
                    "output",
                    "Current URL: https://feed.test/home\npost about "
                        + name(i)
                        + " number "
                        + i)));
    all.put(
        "browser: an address is typed, and a place, and looked at",
        times(
            12,
            i ->
                i % 2 == 0
                    ? tool("browser_type", Map.of("ref", "f" + i, "text", name(i)), "ok")
                    : page("snapshot", "https://shop.test/order", prose(i))));
    all.put(
        "data: cells that draw",
        times(
            16,
            i ->
                tool(
                    "execute_python",
                    Map.of("code", "plot(df['" + name(i) + "'])"),
                    "<Figure size 640x480 with 1 Axes>")));
    all.put(
        "data: one table after the other is counted",
        times(
            18,
            i -> tool("run_sql", Map.of("query", "SELECT count(*) FROM " + name(i)), "" + i * i)));
    all.put(
        "data: columns are checked for what is missing, and nothing is",
        times(
            12,
            i ->
                tool("execute_python", Map.of("code", "df['" + name(i) + "'].isna().sum()"), "0")));
    all.put(
        "services: one host after the other is restarted",
        times(14, i -> shell("ssh " + name(i) + "-1 sudo systemctl restart app", "", 0)));
    all.put(
        "services: each host says that it is well",
        times(
            14,
            i -> shell("curl -s https://" + name(i) + ".test/health", "{\"status\":\"ok\"}", 0)));
    all.put(
        "services: space is freed, and looked at each time",
        times(
            16,
            i ->
                i % 2 == 0
                    ? shell("rm -rf /var/cache/" + name(i), "", 0)
                    : shell("df -h /", "/dev/sda1 100G " + (99 - i) + "G", 0)));
    all.put(
        "services: a rollout goes on",
        times(
            14, i -> shell("kubectl rollout status deploy/web", i + " of 14 replicas updated", 0)));
    all.put(
        "search: questions and pages in turn",
        times(
            30,
            i ->
                i % 3 == 0
                    ? tool("web_search", Map.of("query", name(i) + " history"), prose(i))
                    : tool("fetch_page", Map.of("url", "https://a.test/" + i), prose(i + 100))));
    all.put(
        "search: the same site is refused, then another serves",
        then(
            times(2, i -> fails("fetch_page", Map.of("url", "https://b.test/" + i), "HTTP 403")),
            times(8, i -> tool("fetch_page", Map.of("url", "https://c.test/" + i), prose(i)))));
    all.put("customers: an order is looked up, changed and confirmed, thrice", customers());
    all.put(
        "customers: several lines are refunded",
        times(
            9,
            i ->
                tool(
                    "refund_item",
                    Map.of("order", "A1", "line", name(i)),
                    "{\"refunded\": true}")));
    all.put("agents: three of them look at the same things", sameThings());
    all.put(
        "agents: ten tasks are handed out",
        times(
            10,
            i ->
                tool(
                    "assign_task",
                    Map.of("worker", "w" + i, "task", "look after " + name(i)),
                    "accepted")));
    all.put(
        "agents: a reviewer is content in the end",
        then(
            times(
                6,
                i ->
                    i % 2 == 0
                        ? patch("d.md", "a" + i, "b" + i)
                        : record("verdict", "value", "REVISE", "text", name(i))),
            List.of(record("verdict", "value", "APPROVE"))));
    all.put(
        "waiting: what is applied says how long it takes",
        times(
            20, i -> shell("terraform apply -auto-approve", "Still creating... [" + i + "0s]", 0)));
    all.put(
        "waiting: a job takes eight looks",
        then(
            times(8, i -> tool("get_job_status", Map.of("id", "j1"), "queued")),
            List.of(tool("get_job_status", Map.of("id", "j1"), "done"))));
    all.put(
        "pages of an API, to the end",
        then(
            times(
                20,
                i ->
                    tool(
                        "http_get",
                        Map.of("url", "/items", "page", i),
                        "[{\"name\":\"" + name(i) + "\"}]")),
            List.of(tool("http_get", Map.of("url", "/items", "page", 20), "[]"))));
    all.put(
        "pages of an API that hold nothing but ids",
        times(
            12,
            i ->
                tool(
                    "list_items",
                    Map.of("cursor", "c" + i),
                    "[\"" + id(i) + "\",\"" + id(i + 50) + "\",\"" + id(i + 99) + "\"]")));
    all.put(
        "a name is changed in thirty files",
        times(30, i -> patch("src/" + name(i) + i + ".ts", "oldName", "newName")));
    all.put(
        "one migration after the other",
        times(
            10,
            i ->
                shell(
                    "alembic upgrade +1",
                    "Running upgrade " + id(i) + " -> " + id(i + 1) + ", add " + name(i),
                    0)));
    all.put("a test that sometimes fails is run a few times", flaky());
    all.put(
        "a limit is waited for",
        then(
            times(4, i -> fails("create_issue", Map.of("t", "x"), "429: rate limit exceeded")),
            List.of(tool("create_issue", Map.of("t", "x"), "#12"))));
    all.put(
        "retries with longer and longer waits",
        then(
            times(5, i -> shell("sleep " + (1 << i) + "; curl -s localhost:80", REFUSED, 7)),
            List.of(shell("sleep 32; curl -s localhost:80", "{\"ok\":1}", 0))));
    all.put("plans are made between steps", plans());
    all.put("after the context was lost, what is needed is read again", lost());
    all.put(
        "a log grows while work goes on",
        times(
            24,
            i ->
                i % 2 == 0
                    ? tool("view", Map.of("path", "run.log"), prose(1) + lines(i))
                    : patch("src/" + name(i) + ".c", "a" + i, "b" + i)));
    all.put(
        "documents in another language",
        times(20, i -> view("文档/" + i + ".md", "第" + i + "章：关于" + name(i) + "的说明。")));
    all.put(
        "records are put in one after the other, each with an id of its own",
        times(
            15,
            i ->
                tool(
                    "create_contact",
                    Map.of("name", name(i)),
                    "{\"id\":\"" + id(i) + "\",\"created\":true}")));
    return all;
  }

  private static final String REFUSED = "curl: (7) Failed to connect to localhost port 80";

  private static List<SessionRecord> customers() {
    List<SessionRecord> all = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      all.add(user("please change order " + i));
      all.add(tool("get_order", Map.of("id", "o" + i), "{\"state\":\"open\",\"n\":" + i + "}"));
      all.add(said("Shall I change it to " + name(i) + "?"));
      all.add(user("yes"));
      all.add(tool("update_order", Map.of("id", "o" + i, "to", name(i)), "{\"ok\":true}"));
      all.add(tool("send_mail", Map.of("to", "c" + i), "sent"));
      all.add(said("It is done."));
    }
    return all;
  }

  private static List<SessionRecord> sameThings() {
    List<SessionRecord> all = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      for (String agent : List.of("one", "two", "three")) {
        all.add(call("view", "args", Map.of("path", name(i)), "output", prose(i), "agent", agent));
      }
    }
    return all;
  }

  private static List<SessionRecord> flaky() {
    List<SessionRecord> all = new ArrayList<>();
    for (int i : new int[] {0, 1, 0, 2, 1, 0, 0}) {
      all.add(
          i == 0
              ? shell("pytest -q tests", "42 passed in 3.1s", 0)
              : shell("pytest -q tests", "FAILED t.py::test_" + name(i) + "\n1 failed", 1));
    }
    return all;
  }

  private static List<SessionRecord> plans() {
    List<SessionRecord> all = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      all.add(tool("think", Map.of("thought", "now for " + name(i)), "noted"));
      all.add(tool("todo_write", Map.of("done", i), "saved"));
      all.add(view("src/" + name(i) + ".go", prose(i)));
    }
    return all;
  }

  private static List<SessionRecord> lost() {
    List<SessionRecord> files = times(6, i -> view("src/" + name(i) + ".go", prose(i)));
    return then(
        files,
        times(10, i -> patch("src/" + name(i) + ".go", "a" + i, "b" + i)),
        List.of(record("condensation")),
        files,
        times(6, i -> patch("src/" + name(i + 9) + ".go", "a" + i, "b" + i)),
        files.subList(0, 2),
        times(4, i -> view("doc/" + name(i), prose(i + 40))));
  }

  /** Loops: a finding expected. */
  static Map<String, List<SessionRecord>> loops() {
    Map<String, List<SessionRecord>> all = new LinkedHashMap<>();
    all.put(
        "code: whatever is edited, the build complains of the same",
        times(
            12,
            i ->
                i % 2 == 0
                    ? patch("src/" + name(i) + ".java", "a" + i, "b" + i)
                    : shell("./gradlew build", "Main.java:7: error: cannot find symbol Foo", 1)));
    all.put(
        "code: a crash at another address each time",
        times(5, i -> shell("./a.out", "segfault at 0x7f" + id(i) + " ip 0x55" + id(i + 7), 139)));
    all.put(
        "code: one module after the other is missing",
        times(
            7,
            i ->
                shell(
                    "python -c 'import " + name(i) + "'",
                    "ModuleNotFoundError: No module named '" + name(i) + "'",
                    1)));
    all.put(
        "code: a file is written in two ways in turn, and tested",
        laps(
            4,
            patch("m.py", "x = 1", "x = 2"),
            shell("pytest -q", "FAILED test_a\n1 failed", 1),
            patch("m.py", "x = 2", "x = 1"),
            shell("pytest -q", "FAILED test_b\n1 failed", 1)));
    all.put(
        "code: what satisfies one check offends the other",
        times(
            14,
            i ->
                i % 2 == 0
                    ? patch("m.ts", "a" + i, "b" + i)
                    : shell(
                        "eslint src",
                        i % 4 == 1 ? "✗ quotes\n1 failed" : "✗ indent\n1 failed",
                        1)));
    all.put(
        "browser: a button does nothing",
        times(
            5,
            i -> page("click", "https://shop.test/cart", "you came here " + i + " seconds ago")));
    all.put(
        "browser: back and forth between two pages",
        laps(
            5,
            page("open", "https://shop.test/a", "page a"),
            page("back", "https://shop.test/b", "page b")));
    all.put(
        "browser: no way to name the element is right",
        times(
            7,
            i ->
                fails(
                    "browser_click",
                    Map.of("selector", "#b" + i + " > " + name(i)),
                    "Element not found: #b" + i + " > " + name(i))));
    all.put(
        "data: a cell is run again and again",
        times(
            5,
            i ->
                fails(
                    "execute_python",
                    Map.of("code", "df['total'].sum()"),
                    "Traceback (most recent call last):\n  In [" + i + "]\nKeyError: 'total'")));
    all.put(
        "data: a column is not there, however it is asked for",
        times(
            6,
            i ->
                fails(
                    "run_sql",
                    Map.of("query", "select revenue, " + name(i) + " from sales"),
                    "ERROR: column \"revenue\" does not exist")));
    all.put(
        "services: restarted and still down",
        times(
            10,
            i ->
                i % 2 == 0
                    ? shell("systemctl restart app", "", 0)
                    : shell("systemctl status app", "failed (exit-code), main PID " + 40 * i, 3)));
    all.put(
        "services: the state is locked, with another id each time",
        times(
            5,
            i ->
                shell(
                    "terraform apply -auto-approve",
                    "Error acquiring the state lock\nID: " + uuid(i) + "\nCreated: " + time(i),
                    1)));
    all.put(
        "search: the words in another order",
        times(
            5,
            i ->
                tool(
                    "web_search",
                    Map.of("query", i % 2 == 0 ? "rust async book" : "async book rust"),
                    "1. Async Book")));
    all.put(
        "search: every address is dead",
        times(9, i -> fails("fetch_page", Map.of("url", "https://d.test/" + name(i)), "HTTP 404")));
    all.put(
        "search: other words, the same list of results",
        times(
            8,
            i -> tool("web_search", Map.of("query", "best " + name(i)), "1. A list\n2. Another")));
    all.put(
        "customers: the same question again",
        times(4, i -> tool("ask_user", Map.of("question", "Which date?"), "(no answer)")));
    all.put(
        "words: apologies and nothing else",
        times(5, i -> said("I apologize for the confusion. Let me try again.")));
    all.put(
        "words: an apology before each attempt",
        laps(
            5,
            said("I apologize. Let me fix that."),
            fails("submit_form", Map.of("date", "31.2."), "invalid date")));
    all.put("agents: a helper is stuck", helper());
    all.put(
        "agents: never good enough",
        times(
            12,
            i ->
                i % 2 == 0
                    ? patch("d.md", "a" + i, "b" + i)
                    : record("verdict", "value", "REVISE", "text", name(i))));
    all.put(
        "agents: each hands it to the other",
        laps(
            5,
            tool("transfer_to_billing", Map.of("reason", "about money"), "transferred"),
            tool("transfer_to_support", Map.of("reason", "not about money"), "transferred")));
    all.put("agents: one works and one is stuck", oneStuck());
    all.put(
        "waiting: a deployment that hangs",
        times(14, i -> tool("get_deploy_status", Map.of("id", "d1"), "{\"state\":\"pending\"}")));
    all.put(
        "pages of an API, always the first",
        times(5, i -> tool("http_get", Map.of("url", "/items", "page", 1), prose(1))));
    all.put(
        "pages of an API, long past the end",
        times(12, i -> tool("list_items", Map.of("page", 40 + i), "[]")));
    all.put(
        "the same replacement in the same file",
        times(6, i -> shell("sed -i 's/a/b/' conf.ini", "", 0)));
    all.put(
        "a migration fails, whatever is edited",
        times(
            12,
            i ->
                i % 2 == 0
                    ? patch("versions/one.py", "a" + i, "b" + i)
                    : shell("alembic upgrade head", "KeyError: '" + id(1) + "'", 1)));
    all.put(
        "the failing test is run again in hope",
        times(6, i -> shell("npx jest", "FAIL a.test.js\n1 failed, 3 passed, " + i + " s", 1)));
    all.put(
        "no right to do it, in any way",
        times(
            7,
            i ->
                shell(
                    List.of("cp a ", "mv a ", "tee ", "ln -s a ", "install a ", "dd of=", "touch ")
                            .get(i)
                        + "/etc/app.conf",
                    "cannot write '/etc/app.conf': Permission denied",
                    1)));
    all.put(
        "a person says no, again and again",
        times(
            4,
            i ->
                fails(
                    "bash",
                    Map.of("command", "rm " + name(i)),
                    "The user denied it: denied by user")));
    all.put("a port that nobody listens at", times(6, i -> shell("nc -z localhost 5432", "", 1)));
    all.put(
        "three tools in turn, with thoughts between",
        laps(
            5,
            view("a.go", prose(1)),
            record("thought", "text", "hm"),
            tool("grep", Map.of("pattern", "main"), "a.go:1: main"),
            tool("ls", Map.of("path", "."), "a.go")));
    all.put(
        "the same plan is made again",
        times(5, i -> tool("update_plan", Map.of("plan", List.of("look", "do")), "Plan updated")));
    all.put(
        "a report of errors that grows by the same",
        times(5, i -> shell("./run.sh", lines(2) + "error: no disk\n".repeat(i + 1), 1)));
    all.put(
        "one error with times and ids",
        times(
            5,
            i ->
                fails(
                    "call_api",
                    Map.of("path", "/v1/x"),
                    time(i) + " request " + uuid(i) + " failed: missing field name")));
    all.put(
        "files that are not there, in German",
        times(
            7,
            i ->
                shell(
                    "cat " + name(i) + ".txt",
                    "cat: " + name(i) + ".txt: Datei oder Verzeichnis nicht gefunden",
                    1)));
    all.put(
        "nothing is found, in Chinese",
        times(9, i -> tool("search_docs", Map.of("query", name(i)), "未找到相关结果")));
    all.put("read, forget, read", laps(5, view("a.go", prose(1)), record("condensation")));
    all.put(
        "tools that there are not",
        times(6, i -> fails("run_" + name(i), Map.of("a", "b"), "Unknown tool: run_" + name(i))));
    all.put(
        "arguments that do not parse",
        times(
            6,
            i ->
                fails(
                    "write_file",
                    Map.of("raw", "{\"path\": \"" + name(i)),
                    "Invalid JSON at position " + i)));
    all.put(
        "a package that cannot be had, by every tool",
        times(
            6,
            i ->
                shell(
                    List.of("pip", "pip3", "uv pip", "poetry", "conda", "pipx").get(i)
                        + " install zlibx",
                    "ERROR: No matching distribution found for zlibx",
                    1)));
    return all;
  }

  private static List<SessionRecord> helper() {
    List<Map<String, Object>> inside =
        times(4, i -> view("a.go", prose(1))).stream().map(SessionRecord::fields).toList();
    return List.of(record("sub_agent", "name", "helper", "events", inside));
  }

  private static List<SessionRecord> oneStuck() {
    List<SessionRecord> all = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      all.add(call("view", "args", Map.of("path", name(i)), "output", prose(i), "agent", "works"));
      all.add(call("view", "args", Map.of("path", "x"), "output", "the same", "agent", "is stuck"));
    }
    return all;
  }
}
