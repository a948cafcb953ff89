package dev.statute.progress;

import dev.statute.policy.Action;
import dev.statute.policy.Failure;
import dev.statute.policy.FileChange;
import dev.statute.policy.Message;
import dev.statute.policy.TestRun;
import java.util.ArrayList;
import java.util.List;

/**
 * The raw windows, as texts of at most 200 characters, newest last: what rules of users read and
 * people are shown. Kept only while somebody reads them. {@code ago} of an entry is not yet set.
 */
record TextWindows(
    List<Action> actions,
    List<Failure> failures,
    List<Message> messages,
    List<FileChange> changes,
    List<TestRun> tests) {
  static final TextWindows EMPTY =
      new TextWindows(List.of(), List.of(), List.of(), List.of(), List.of());
  static final List<Class<?>> FACTS =
      List.of(Action.class, Failure.class, FileChange.class, TestRun.class, Message.class);
  static final int LENGTH = 200;

  TextWindows act(Action action, int max) {
    return new TextWindows(append(actions, action, max), failures, messages, changes, tests);
  }

  TextWindows fail(Failure failure, int max) {
    return new TextWindows(actions, append(failures, failure, max), messages, changes, tests);
  }

  TextWindows say(Message message, int max) {
    return new TextWindows(actions, failures, append(messages, message, max), changes, tests);
  }

  TextWindows change(String path, String after, int max) {
    String before = "";
    for (FileChange change : changes) {
      before = change.path().equals(path) ? change.after() : before;
    }
    FileChange change = new FileChange(0, path, before, after);
    return new TextWindows(actions, failures, messages, append(changes, change, max), tests);
  }

  TextWindows test(TestRun run, int max) {
    return new TextWindows(actions, failures, messages, changes, append(tests, run, max));
  }

  /** Without what a new phase forgets. */
  TextWindows afterPhase() {
    return new TextWindows(List.of(), List.of(), List.of(), changes, tests);
  }

  private static <T> List<T> append(List<T> window, T entry, int max) {
    List<T> next =
        new ArrayList<>(window.subList(Math.max(0, window.size() - max + 1), window.size()));
    next.add(entry);
    return List.copyOf(next);
  }

  static String cut(String text) {
    return ParsedToolCall.cut(text, LENGTH);
  }

  List<Action> actionFacts() {
    List<Action> facts = new ArrayList<>();
    for (int ago = 0; ago < actions.size(); ago++) {
      Action a = actions.get(actions.size() - 1 - ago);
      facts.add(
          new Action(
              ago,
              a.tool(),
              a.target(),
              a.file(),
              a.command(),
              a.effect(),
              a.key(),
              a.result(),
              a.isNew(),
              a.failed()));
    }
    return facts;
  }

  List<Failure> failureFacts() {
    List<Failure> facts = new ArrayList<>();
    for (int ago = 0; ago < failures.size(); ago++) {
      Failure f = failures.get(failures.size() - 1 - ago);
      facts.add(new Failure(ago, f.target(), f.text()));
    }
    return facts;
  }

  List<Message> messageFacts() {
    List<Message> facts = new ArrayList<>();
    for (int ago = 0; ago < messages.size(); ago++) {
      Message m = messages.get(messages.size() - 1 - ago);
      facts.add(new Message(ago, m.role(), m.text(), m.duplicate()));
    }
    return facts;
  }

  List<FileChange> changeFacts() {
    List<FileChange> facts = new ArrayList<>();
    for (int ago = 0; ago < changes.size(); ago++) {
      FileChange c = changes.get(changes.size() - 1 - ago);
      facts.add(new FileChange(ago, c.path(), c.before(), c.after()));
    }
    return facts;
  }

  List<TestRun> testFacts() {
    List<TestRun> facts = new ArrayList<>();
    for (int ago = 0; ago < tests.size(); ago++) {
      TestRun t = tests.get(tests.size() - 1 - ago);
      facts.add(new TestRun(ago, t.command(), t.passed()));
    }
    return facts;
  }
}
