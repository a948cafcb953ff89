package dev.statute.progress.internal.tracker;

import dev.statute.policy.base.Counter;
import dev.statute.progress.internal.record.ProgressRecord;
import dev.statute.progress.internal.record.RecordField;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Plain implementation of the counters with texts and lists, equal to the tracker. */
final class ReferenceCounters {
  private record Entry(String tool, String file, String target, boolean success) {}

  private final int window;
  private final List<String> readOnly;
  private final List<Entry> actions = new ArrayList<>();
  private final List<String> errors = new ArrayList<>();
  private final LinkedHashSet<String> messages = new LinkedHashSet<>();
  private final Map<String, String> files = new LinkedHashMap<>();
  private int calls;
  private int consecutive;
  private boolean duplicate;
  private int changes;
  private int passed;

  ReferenceCounters(int window, List<String> readOnly) {
    this.window = window;
    this.readOnly = readOnly;
  }

  void record(ProgressRecord record) {
    duplicate = false;
    switch (record.type()) {
      case "tool_call" -> call(record);
      case "message" -> say(record.text(RecordField.TEXT));
      case "test" -> passed += record.flag(RecordField.PASSED, false) ? 1 : 0;
      case "file_change" -> change(record);
      case "phase" -> {
        if (!record.flag(RecordField.COMPLETE, false)) {
          actions.clear();
          errors.clear();
          messages.clear();
          consecutive = 0;
        }
      }
      default -> throw new AssertionError(record.type());
    }
  }

  private void call(ProgressRecord record) {
    calls++;
    String command = record.text(RecordField.COMMAND);
    String file = record.text(RecordField.FILE);
    String start = command.length() > 50 ? command.substring(0, 50) : command;
    String target = file.isEmpty() ? start : file;
    boolean success = record.flag(RecordField.SUCCESS, true);
    actions.add(new Entry(record.text(RecordField.TOOL), file, target, success));
    if (actions.size() > 20) {
      actions.remove(0);
    }
    if (success) {
      consecutive = 0;
      if (!file.isEmpty() && !record.text(RecordField.CONTENT_HASH).isEmpty()) {
        change(record);
      }
    } else if (!record.text(RecordField.ERROR).isEmpty()) {
      consecutive++;
      errors.add(target + "\n" + record.text(RecordField.ERROR));
      if (errors.size() > 10) {
        errors.remove(0);
      }
    }
  }

  private void change(ProgressRecord record) {
    changes++;
    files.put(record.text(RecordField.FILE), record.text(RecordField.CONTENT_HASH));
  }

  private void say(String text) {
    duplicate = messages.contains(text);
    if (!duplicate) {
      messages.add(text);
      if (messages.size() > 5) {
        messages.remove(messages.iterator().next());
      }
    }
  }

  Map<Counter, Long> counters() {
    Map<Counter, Long> counters = new LinkedHashMap<>();
    counters.put(Counter.CALLS, (long) calls);
    counters.put(Counter.CONSECUTIVE_ERRORS, (long) consecutive);
    counters.put(Counter.FILES_MODIFIED, (long) files.size());
    counters.put(Counter.FILE_CHANGES, (long) changes);
    counters.put(Counter.TESTS_PASSED, (long) passed);
    counters.put(Counter.RECENT_ACTIONS, (long) actions.size());
    counters.put(Counter.SAME_FAILURE, (long) sameFailure());
    counters.put(Counter.ALTERNATION, (long) alternation());
    List<Entry> last = actions.subList(Math.max(0, actions.size() - window), actions.size());
    Set<String> targets = new HashSet<>();
    Set<String> reached = new HashSet<>();
    Set<String> tools = new HashSet<>();
    long targeted = 0;
    long work = 0;
    for (Entry entry : last) {
      targets.add(entry.target);
      if (entry.success) {
        reached.add(entry.target);
        tools.add(entry.tool);
        targeted += entry.target.isEmpty() ? 0 : 1;
        work += readOnly.contains(entry.tool) ? 0 : 1;
      }
    }
    targets.remove("");
    reached.remove("");
    counters.put(Counter.TARGETS, (long) targets.size());
    counters.put(Counter.SUCCESSFUL_TARGETS, (long) reached.size());
    counters.put(Counter.SUCCESSFUL_TOOLS, (long) tools.size());
    counters.put(Counter.TARGETED_SUCCESSES, targeted);
    counters.put(Counter.WORK_SUCCESSES, work);
    return counters;
  }

  boolean duplicate() {
    return duplicate;
  }

  private int sameFailure() {
    int same = 0;
    for (int i = errors.size() - 1;
        i >= 0 && errors.get(i).equals(errors.get(errors.size() - 1));
        i--) {
      same++;
    }
    return same;
  }

  /** Returns the longest A,B,A,B… at the end, tried from every start. */
  private int alternation() {
    for (int start = 0; start + 2 <= actions.size(); start++) {
      List<Entry> tail = actions.subList(start, actions.size());
      String a = tail.get(0).file;
      String b = tail.get(1).file;
      boolean alternates = !a.isEmpty() && !b.isEmpty() && !a.equals(b);
      for (int i = 0; i < tail.size() && alternates; i++) {
        alternates = tail.get(i).file.equals(i % 2 == 0 ? a : b);
      }
      if (alternates) {
        return tail.size();
      }
    }
    return 0;
  }
}
