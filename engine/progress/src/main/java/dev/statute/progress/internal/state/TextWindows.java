package dev.statute.progress.internal.state;

import dev.statute.policy.Action;
import dev.statute.policy.Failure;
import dev.statute.policy.FileChange;
import dev.statute.policy.Message;
import dev.statute.policy.TestRun;
import dev.statute.policy.base.Values;
import dev.statute.progress.internal.text.TextExcerpt;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Windows of facts with texts of at most 200 characters, newest last. Kept only if rules read them.
 * {@code ago} of an entry is set when it becomes a fact. Immutable.
 */
public record TextWindows(
    List<Action> actions,
    List<Failure> failures,
    List<Message> messages,
    List<FileChange> changes,
    List<TestRun> tests) {
  public static final TextWindows EMPTY =
      new TextWindows(List.of(), List.of(), List.of(), List.of(), List.of());
  private static final int MAX_ARGUMENTS = 16;

  TextWindows withAction(Action action, int max) {
    return new TextWindows(append(actions, action, max), failures, messages, changes, tests);
  }

  TextWindows withFailure(Failure failure, int max) {
    return new TextWindows(actions, append(failures, failure, max), messages, changes, tests);
  }

  TextWindows withMessage(Message message, int max) {
    return new TextWindows(actions, failures, append(messages, message, max), changes, tests);
  }

  TextWindows withChange(String path, String after, int max) {
    String before = "";
    for (FileChange change : changes) {
      before = change.path().equals(path) ? change.after() : before;
    }
    FileChange change = new FileChange(0, path, before, after);
    return new TextWindows(actions, failures, messages, append(changes, change, max), tests);
  }

  TextWindows withTest(TestRun run, int max) {
    return new TextWindows(actions, failures, messages, changes, append(tests, run, max));
  }

  /** Returns the windows that a new phase keeps. */
  TextWindows forNewPhase() {
    return new TextWindows(List.of(), List.of(), List.of(), changes, tests);
  }

  private static <T> List<T> append(List<T> window, T entry, int max) {
    List<T> next =
        new ArrayList<>(window.subList(Math.max(0, window.size() - max + 1), window.size()));
    next.add(entry);
    return List.copyOf(next);
  }

  /** Returns the first arguments of a call that are no lists and no maps. */
  static Values arguments(@Nullable Object args) {
    Map<String, Object> kept = new LinkedHashMap<>();
    if (args instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> each : map.entrySet()) {
        if (kept.size() == MAX_ARGUMENTS) {
          break;
        }
        Object value = each.getValue();
        if (value instanceof String text) {
          kept.put(TextExcerpt.cut(String.valueOf(each.getKey())), TextExcerpt.cut(text));
        } else if (value instanceof Long || value instanceof Double || value instanceof Boolean) {
          kept.put(TextExcerpt.cut(String.valueOf(each.getKey())), value);
        }
      }
    }
    return Values.of(kept);
  }

  public List<Action> actionFacts() {
    return facts(
        actions,
        (a, ago) ->
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
                a.failed(),
                a.at(),
                a.args()));
  }

  public List<Failure> failureFacts() {
    return facts(failures, (f, ago) -> new Failure(ago, f.target(), f.text()));
  }

  public List<Message> messageFacts() {
    return facts(messages, (m, ago) -> new Message(ago, m.role(), m.text(), m.duplicate()));
  }

  public List<FileChange> changeFacts() {
    return facts(changes, (c, ago) -> new FileChange(ago, c.path(), c.before(), c.after()));
  }

  public List<TestRun> testFacts() {
    return facts(tests, (t, ago) -> new TestRun(ago, t.command(), t.passed()));
  }

  /** Returns the entries of a window with their distances, newest first. */
  private static <T> List<T> facts(List<T> window, BiFunction<T, Integer, T> withAgo) {
    List<T> facts = new ArrayList<>();
    for (int ago = 0; ago < window.size(); ago++) {
      facts.add(withAgo.apply(window.get(window.size() - 1 - ago), ago));
    }
    return facts;
  }
}
