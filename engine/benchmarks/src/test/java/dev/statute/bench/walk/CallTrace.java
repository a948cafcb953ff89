package dev.statute.bench.walk;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * Calls of our methods between {@link #begin} and {@link #end}, on all threads. Public, because
 * instrumented classes call it. Thread-safe; one trace at a time.
 */
public final class CallTrace {
  private static volatile boolean isActive;
  private static final Set<String> CLASSES = new ConcurrentSkipListSet<>();
  private static final Set<String> CALLERS = new ConcurrentSkipListSet<>();
  private static final Collection<ThreadTrace> THREADS = new ConcurrentLinkedQueue<>();
  private static volatile ThreadLocal<ThreadTrace> current =
      ThreadLocal.withInitial(CallTrace::add);

  private CallTrace() {}

  /**
   * Counts of a trace.
   *
   * @param classes entered classes
   * @param callers those with a method that calls a method of another class of ours
   * @param changes calls and returns that change the class
   * @param depth most nested calls of one thread
   */
  record Counts(Set<String> classes, Set<String> callers, int changes, int depth) {}

  private static final class ThreadTrace {
    private final Deque<String> frames = new ArrayDeque<>();
    private int changes;
    private int depth;

    private void enter(String type) {
      String caller = frames.peek();
      if (caller != null && !caller.equals(type)) {
        CALLERS.add(caller);
        changes++;
      }
      CLASSES.add(type);
      frames.push(type);
      depth = Math.max(depth, frames.size());
    }

    private void exit(String type) {
      // a call that began before the trace has no frame
      if (!frames.isEmpty()) {
        frames.pop();
        String caller = frames.peek();
        changes += caller == null || caller.equals(type) ? 0 : 1;
      }
    }
  }

  private static ThreadTrace add() {
    ThreadTrace trace = new ThreadTrace();
    THREADS.add(trace);
    return trace;
  }

  static void begin() {
    CLASSES.clear();
    CALLERS.clear();
    THREADS.clear();
    current = ThreadLocal.withInitial(CallTrace::add);
    isActive = true;
  }

  static Counts end() {
    isActive = false;
    return new Counts(
        Set.copyOf(CLASSES),
        Set.copyOf(CALLERS),
        THREADS.stream().mapToInt(trace -> trace.changes).sum(),
        THREADS.stream().mapToInt(trace -> trace.depth).max().orElse(0));
  }

  /** Called at the beginning of each instrumented method. */
  public static void enter(String type) {
    if (isActive) {
      current.get().enter(type);
    }
  }

  /** Called at the end of each instrumented method, also after an exception. */
  public static void exit(String type) {
    if (isActive) {
      current.get().exit(type);
    }
  }
}
