package dev.statute.rules;

import static dev.statute.rules.SessionRecords.call;
import static dev.statute.rules.SessionRecords.fails;
import static dev.statute.rules.SessionRecords.id;
import static dev.statute.rules.SessionRecords.laps;
import static dev.statute.rules.SessionRecords.lines;
import static dev.statute.rules.SessionRecords.name;
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

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sessions of agents in other trades: on phones and desktops, in tables, notebooks, clusters and
 * games, in chats, in teams, in other languages. They were judged before they were tried, like
 * {@link AgentKindSessions}.
 */
final class TradeSessions {
  private TradeSessions() {}

  /** Work: no finding expected. */
  static Map<String, List<SessionRecord>> work() {
    Map<String, List<SessionRecord>> all = new LinkedHashMap<>();
    all.put(
        "phone: the taps lead from screen to screen",
        times(
            14,
            i ->
                tool(
                    "tap",
                    Map.of("x", 40 * i % 300, "y", 90),
                    "<screen title='" + name(i) + "'/>")));
    all.put(
        "phone: a list is swiped through",
        times(
            12,
            i -> tool("swipe", Map.of("direction", "up"), name(3 * i) + "\n" + name(3 * i + 1))));
    all.put(
        "desktop: what pictures show is not told in words",
        times(
            20,
            i ->
                i % 2 == 0
                    ? tool("left_click", Map.of("coordinate", List.of(i * 31 % 200, i * 17)), "ok")
                    : tool("screenshot", Map.of(), "[image]")));
    all.put(
        "tables: their columns are looked at",
        times(
            14,
            i ->
                tool(
                    "run_sql",
                    Map.of("query", "DESCRIBE " + name(i)),
                    "id int\nname text\n" + name(i + 5) + " text")));
    all.put(
        "tables: rows are updated one by one",
        times(
            16,
            i ->
                tool(
                    "execute_sql",
                    Map.of("sql", "UPDATE users SET team = '" + name(i) + "' WHERE id = " + i),
                    "UPDATE 1")));
    all.put(
        "notebook: the same cell trains further",
        times(
            12,
            i ->
                tool(
                    "run_cell",
                    Map.of("code", "train(model, epochs=1)"),
                    "loss: 0." + (99 - 4 * i) + "01 accuracy: 0.7" + i)));
    all.put(
        "notebook: numbers are put right, one column after the other",
        times(
            14,
            i ->
                tool(
                    "run_cell",
                    Map.of("code", "df['" + name(i) + "'] = clean(df, " + i + ")"),
                    "")));
    all.put(
        "clusters: the plan shrinks with every edit",
        times(
            14,
            i ->
                i % 2 == 0
                    ? patch("infra/" + name(i) + ".tf", "a" + i, "b" + i)
                    : shell("terraform plan", "Plan: " + (20 - i) + " to add, 0 to change.", 0)));
    all.put(
        "clusters: a pod gets older while it starts",
        then(
            times(
                9,
                i ->
                    shell("kubectl get pods", "web-1 0/1 ContainerCreating 0 " + (5 * i) + "s", 0)),
            List.of(shell("kubectl get pods", "web-1 1/1 Running 0 50s", 0))));
    all.put(
        "clusters: twelve manifests are applied",
        times(
            12,
            i ->
                shell(
                    "kubectl apply -f k8s/" + name(i) + ".yaml",
                    "deployment.apps/" + name(i) + " created",
                    0)));
    all.put(
        "game: rooms are gone through, and one corridor twice",
        times(
            18,
            i ->
                tool(
                    "go",
                    Map.of("direction", List.of("north", "east", "south").get(i % 3)),
                    i % 6 == 5 ? "The long corridor." : "The room of " + name(i))));
    all.put(
        "game: things are taken, each with one word",
        times(14, i -> tool("take", Map.of("item", name(i)), "Taken.")));
    all.put(
        "chat: whatever the customer says is answered",
        times(
            24,
            i ->
                i % 2 == 0
                    ? user("and what about " + name(i) + "?")
                    : said("Gladly. Is there anything else I can help with?")));
    all.put(
        "research: one page in three is gone",
        times(
            18,
            i ->
                i % 3 == 0
                    ? tool("web_search", Map.of("query", name(i) + " in the press"), prose(i))
                    : i % 3 == 1
                        ? tool("fetch_page", Map.of("url", "https://p.test/" + i), prose(i + 60))
                        : fails("fetch_page", Map.of("url", "https://q.test/" + i), "HTTP 404")));
    all.put(
        "teams: work goes from hand to hand",
        times(
            16,
            i ->
                tool(
                    "handoff_to_" + List.of("planner", "coder", "tester", "writer").get(i % 4),
                    Map.of("task", "part " + name(i)),
                    "took over " + name(i))));
    all.put(
        "CI: a run takes nine looks and ends well",
        then(
            times(9, i -> shell("gh run view 77", "in progress: build", 0)),
            List.of(shell("gh run view 77", "completed: success", 0))));
    all.put(
        "a test fails twice by chance, then passes",
        then(
            times(2, i -> shell("go test ./...", "--- FAIL: TestClock\n1 failed", 1)),
            List.of(shell("go test ./...", "ok all", 0)),
            times(6, i -> view("pkg/" + name(i) + ".go", prose(i)))));
    all.put(
        "a limit is backed off from with longer sleeps",
        then(
            times(
                12,
                i ->
                    i % 2 == 0
                        ? fails("post_comment", Map.of("id", 4), "HTTP 429 Too Many Requests")
                        : tool("sleep", Map.of("seconds", 1 << i / 2), "")),
            List.of(tool("post_comment", Map.of("id", 4), "posted"))));
    all.put(
        "pages by cursor, until there is none",
        times(
            16,
            i ->
                tool(
                    "list_orders",
                    Map.of("cursor", id(i)),
                    "{\"orders\":[\"" + name(i) + "\"],\"next\":\"" + id(i + 1) + "\"}")));
    all.put(
        "pages by a tool that needs no words",
        times(15, i -> tool("next_page", Map.of(), prose(i))));
    all.put(
        "one word is replaced in twenty files",
        times(20, i -> shell("sed -i 's/colour/color/g' src/" + name(i) + ".css", "", 0)));
    all.put(
        "a text is translated into many languages",
        times(
            20,
            i ->
                tool(
                    "write_file",
                    Map.of("path", "locales/" + name(i) + ".json", "content", "{\"" + i + "\":1}"),
                    "File written successfully.")));
    all.put(
        "a linter has less to say after each edit",
        times(
            24,
            i ->
                i % 2 == 0
                    ? patch("src/app.ts", "a" + i, "b" + i)
                    : shell("npx eslint src", "✖ " + (40 - i) + " problems", 1)));
    all.put(
        "types: the number of errors falls",
        times(
            20,
            i ->
                i % 2 == 0
                    ? patch("lib/core.py", "a" + i, "b" + i)
                    : shell("mypy lib", "Found " + (30 - i) + " errors in 3 files", 1)));
    all.put(
        "two ways are tried in turn, each time another",
        times(
            12,
            i ->
                i % 2 == 0
                    ? shell("./solve --" + name(i), "worse: no " + name(i + 3) + " left", 1)
                    : tool("run_cell", Map.of("code", name(i) + "()"), "score of " + name(i + 8))));
    all.put(
        "after a condensation the notes are read again, and work goes on",
        then(
            times(5, i -> view("notes/" + name(i) + ".md", prose(i))),
            times(5, i -> patch("src/" + name(i) + ".kt", "a" + i, "b" + i)),
            List.of(record("condensation")),
            times(5, i -> view("notes/" + name(i) + ".md", prose(i))),
            times(5, i -> patch("src/" + name(i + 9) + ".kt", "a" + i, "b" + i)),
            List.of(record("condensation")),
            times(5, i -> view("notes/" + name(i) + ".md", prose(i))),
            times(5, i -> patch("src/" + name(i + 20) + ".kt", "a" + i, "b" + i))));
    all.put(
        "it is done, says the agent, and is asked for more",
        times(
            20,
            i ->
                switch (i % 4) {
                  case 0 -> user("now " + name(i));
                  case 1 -> view(name(i), prose(i));
                  case 2 -> patch(name(i - 1), "a" + i, "b" + i);
                  default -> said("Done! All tests pass.");
                }));
    all.put(
        "a log tells of other requests each time",
        times(
            12,
            i ->
                shell(
                    "tail -n 3 app.log",
                    time(i) + " GET /" + name(i) + " 200\n" + time(i) + " PUT /" + name(i + 7),
                    0)));
    all.put(
        "documents in Russian",
        times(14, i -> view("док/" + i + ".txt", "Глава " + i + ". О том, как " + name(i))));
    all.put(
        "builds that speak in pictures",
        times(10, i -> shell("just build " + name(i), "🚀 " + name(i) + " ✅ in 0." + i + "s", 0)));
    all.put(
        "a test run in colours fails less and less",
        times(
            16,
            i ->
                i % 2 == 0
                    ? patch("src/parse.rs", "a" + i, "b" + i)
                    : shell(
                        "cargo test",
                        "\u001b[31mtest result\u001b[0m: FAILED. 9 passed; " + (20 - i) + " failed",
                        101)));
    all.put(
        "rows are moved in batches",
        times(
            20,
            i ->
                tool("migrate_batch", Map.of("size", 1000), "moved rows up to " + (i + 1) * 1000)));
    all.put(
        "versions are raised by one, file by file",
        times(12, i -> patch("pkg/" + name(i) + "/package.json", "1.4.2", "1.4.3")));
    all.put(
        "half of what is left is looked at",
        times(
            9,
            i ->
                shell(
                    "git bisect bad",
                    "Bisecting: " + (1 << 9 - i) + " revisions left\n[" + id(i) + "] " + name(i),
                    0)));
    all.put(
        "a debugger goes from line to line",
        times(
            18,
            i -> tool("debugger", Map.of("command", "next"), "stopped at core.c, " + prose(i))));
    all.put(
        "parts of a file are uploaded",
        times(
            14,
            i ->
                tool(
                    "upload_part", Map.of("part", i), "{\"etag\":\"" + id(i) + id(i + 1) + "\"}")));
    all.put(
        "folders are made, and looked at after each",
        times(24, i -> i % 2 == 0 ? shell("mkdir d" + i, "", 0) : shell("ls", lines(i), 0)));
    all.put(
        "ten people are asked whether they are free",
        times(10, i -> tool("check_calendar", Map.of("person", name(i)), "free")));
    all.put(
        "every edit is followed by a run that is green",
        times(
            24,
            i ->
                i % 2 == 0
                    ? patch("src/" + name(i) + ".java", "a" + i, "b" + i)
                    : shell("./gradlew test", "BUILD SUCCESSFUL in " + i + "s", 0)));
    all.put(
        "an inbox is empty between messages",
        times(
            24,
            i ->
                tool(
                    "receive_message",
                    Map.of("queue", "in"),
                    i % 4 == 3 ? "{\"from\":\"" + name(i) + "\"}" : "[]")));
    return all;
  }

  /** Loops: a finding expected. */
  static Map<String, List<SessionRecord>> loops() {
    Map<String, List<SessionRecord>> all = new LinkedHashMap<>();
    all.put(
        "phone: a button does nothing while the clock goes on",
        times(
            6, i -> tool("tap", Map.of("x", 10, "y", 20), "10:3" + i + "\n<button text='Pay'/>")));
    all.put(
        "phone: the list has come to its end",
        times(8, i -> tool("swipe", Map.of("direction", "up"), "Milk\nEggs\nBread\n(end)")));
    all.put(
        "browser: elements are stale, whichever",
        times(
            7,
            i ->
                fails(
                    "click_element",
                    Map.of("index", 3 + i),
                    "stale element reference: element " + id(i) + " is not attached")));
    all.put(
        "tables: a query is written in other lines",
        times(
            5,
            i ->
                fails(
                    "run_sql",
                    Map.of("query", "select a," + " ".repeat(i + 1) + "b from t"),
                    "ERROR: relation \"t\" does not exist\nLINE " + i)));
    all.put(
        "tables: every join is ambiguous",
        times(
            7,
            i ->
                fails(
                    "run_sql",
                    Map.of("query", "select id from a join " + name(i) + " using (k)"),
                    "ERROR: column reference \"id\" is ambiguous")));
    all.put(
        "notebook: the kernel dies, is started and dies",
        laps(
            5,
            fails("run_cell", Map.of("code", "big = load_all()"), "Kernel died: out of memory"),
            tool("restart_kernel", Map.of(), "restarted")));
    all.put(
        "notebook: a figure is drawn again and again",
        times(
            6,
            i ->
                tool("run_cell", Map.of("code", "plot(df)"), "<Figure size 640x480 with 1 Axes>")));
    all.put(
        "clusters: applied, and refused for the same reason",
        times(
            5,
            i ->
                shell(
                    "terraform apply -auto-approve",
                    "Error: quota exceeded for vCPU\nRequestID: " + uuid(i),
                    1)));
    all.put(
        "clusters: a pod is deleted and crashes again",
        times(
            15,
            i ->
                switch (i % 3) {
                  case 0 -> shell("kubectl delete pod web", "pod \"web\" deleted", 0);
                  case 1 -> shell("kubectl get pods", "web 0/1 CrashLoopBackOff 5 " + i + "m", 0);
                  default -> shell("kubectl logs web", "panic: no config at /etc/web.yaml", 0);
                }));
    all.put(
        "game: a wall",
        times(6, i -> tool("go", Map.of("direction", "west"), "You can't go that way.")));
    all.put(
        "game: there and back",
        laps(
            5,
            tool("go", Map.of("direction", "north"), "The kitchen."),
            tool("go", Map.of("direction", "south"), "The hall.")));
    all.put(
        "chat: the number of the order is asked for again",
        times(4, i -> tool("ask_user", Map.of("question", "Your order?"), "I said: A-17")));
    all.put(
        "chat: the same answer without anybody asking",
        times(5, i -> said("I have processed your refund. Anything else?")));
    all.put(
        "research: other words, the same three pages",
        times(
            9,
            i ->
                tool(
                    "web_search",
                    Map.of("query", name(i) + " cause of outage"),
                    "https://a.test\nhttps://b.test\nhttps://c.test")));
    all.put(
        "research: every page wants to see a person",
        times(
            9,
            i ->
                tool(
                    "fetch_page",
                    Map.of("url", "https://news.test/" + name(i)),
                    "Please verify you are a human to continue.")));
    all.put(
        "teams: round and round by three hands",
        laps(
            5,
            tool("handoff_to_planner", Map.of("task", "fix it"), "planner: please fix it"),
            tool("handoff_to_coder", Map.of("task", "fix it"), "coder: needs a plan"),
            tool("handoff_to_tester", Map.of("task", "test it"), "tester: nothing to test")));
    all.put(
        "CI: a failed run is started again",
        times(
            12,
            i ->
                i % 2 == 0
                    ? shell("gh run rerun 77", "requested rerun of 77", 0)
                    : shell("gh run watch 77", "X build failed: missing secret TOKEN", 1)));
    all.put(
        "a test fails with another seed each time",
        times(
            6,
            i ->
                shell(
                    "pytest -q",
                    "seed=" + (7919 * (i + 1)) + "\nFAILED t.py::test_x\n1 failed",
                    1)));
    all.put(
        "the cursor stays as it is",
        times(
            6,
            i ->
                tool(
                    "list_orders",
                    Map.of("cursor", id(1)),
                    "{\"orders\":[\"a\"],\"next\":\"" + id(1) + "\"}")));
    all.put("a round of 5 steps, gone again and again", circle(5, 4));
    all.put("a round of 7 steps, gone again and again", circle(7, 4));
    all.put("a round of 9 steps, gone again and again", circle(9, 4));
    all.put(
        "one sign is changed, and the verdict stays",
        times(
            18,
            i ->
                i % 2 == 0
                    ? patch("re.py", "a{" + i + "}", "a{" + (i + 2) + "}")
                    : shell("python check.py", "expected 'aab', got 'aac'", 1)));
    all.put(
        "a file is read between thoughts, and nothing else",
        laps(5, view("a.go", prose(3)), record("thought", "text", "I should look at a.go")));
    all.put(
        "it is finished, says the agent, to nobody",
        times(6, i -> said("The task is complete. ✅")));
    all.put(
        "it is handed in and not taken",
        times(
            5, i -> fails("submit_answer", Map.of("answer", "42"), "Not accepted: attempt " + i)));
    all.put(
        "nothing is found, by any tool",
        times(
            10,
            i ->
                i % 2 == 0
                    ? shell("grep -rn " + name(i) + " .", "", 1)
                    : tool("search_files", Map.of("pattern", name(i)), "[]")));
    all.put(
        "a server does not start, with much to say",
        times(
            5,
            i ->
                shell(
                    "npm start",
                    lines(30)
                        + time(i)
                        + " pid="
                        + (4000 + i)
                        + " req "
                        + uuid(i)
                        + "\nEADDRINUSE :3000",
                    1)));
    all.put(
        "an error in Chinese with a number in it",
        times(5, i -> shell("./运行.sh", "错误：无法连接数据库（第 " + i + " 次尝试）", 1)));
    all.put(
        "an error in Russian with a process in it",
        times(5, i -> shell("./старт", "ошибка: файл занят процессом " + (3100 + 7 * i), 1)));
    all.put(
        "a spinner turns before each failure",
        times(
            5,
            i ->
                shell(
                    "pnpm build",
                    "\u001b[2K" + "⠋⠙⠹⠸⠼".charAt(i) + " building\n\u001b[31mcannot resolve 'x'",
                    1)));
    all.put(
        "it takes too long, and is given no more",
        times(5, i -> shell("make deploy", "Timed out after 12" + i + " s", 124)));
    all.put(
        "two ways that fail, in turn",
        laps(
            5,
            shell("pip install gdalx", "ERROR: no wheel for gdalx", 1),
            shell("conda install gdalx", "PackagesNotFoundError: gdalx", 1)));
    all.put(
        "a file is written again as it is",
        times(
            5,
            i ->
                call(
                    "write_file",
                    "file",
                    "a.cfg",
                    "args",
                    Map.of("path", "a.cfg", "content", "x = 1"),
                    "output",
                    "ok")));
    all.put(
        "a value is refused, whatever it is",
        times(
            6,
            i ->
                fails(
                    "set_priority",
                    Map.of("value", name(i)),
                    "value must be one of [low, high], got '" + name(i) + "'")));
    all.put(
        "no host answers, with any option",
        times(
            9,
            i ->
                shell(
                    "ssh -o ConnectTimeout=" + i + " box" + i + " ls",
                    "ssh: connect to host box" + i + " port 22: Connection timed out",
                    255)));
    all.put(
        "a translation goes to and fro",
        times(
            8,
            i ->
                call(
                    "write_file",
                    "file",
                    "de.json",
                    "args",
                    Map.of("content", i % 2 == 0 ? "Konto" : "Account"),
                    "output",
                    "ok",
                    "content_hash",
                    i % 2 == 0 ? "k" : "a")));
    all.put(
        "a hook refuses every commit",
        laps(
            5,
            shell("git add -A", "", 0),
            shell("git commit -m fix", "pre-commit: trailing space in a.py", 1)));
    all.put(
        "a click and a picture, and the page stays",
        laps(
            6,
            tool("left_click", Map.of("coordinate", List.of(10, 20)), "ok"),
            tool("get_page_text", Map.of(), "Log in\nUser\nPassword")));
    all.put(
        "thoughts that say the same",
        times(5, i -> record("thought", "text", "I need to check the config.")));
    return all;
  }

  /** Reads of several kinds, repeated in a circle. */
  private static List<SessionRecord> circle(int period, int laps) {
    return times(
        period * laps,
        i -> {
          int step = i % period;
          return switch (step % 3) {
            case 0 -> view("src/" + name(step) + ".go", prose(step));
            case 1 -> shell("grep -n " + name(step) + " main.go", step + ": " + name(step), 0);
            default -> tool("list_dir", Map.of("path", name(step)), name(step) + "/x");
          };
        });
  }
}
