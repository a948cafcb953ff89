package dev.statute.logs.internal;

import dev.statute.logs.CallFields;
import dev.statute.logs.SessionLog;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Pairing of calls and results. A tool call becomes a record at the place of its result; calls
 * without a result become unresolved records at the end. Confined to one thread.
 */
public final class CallPairing {
  private static final String BATCH = "batch";
  private static final String UNKNOWN = "unknown";

  private final List<SessionLog.Entry> entries = new ArrayList<>();

  /** Open calls by a key of their own. */
  private final Map<String, Map<String, Object>> open = new LinkedHashMap<>();

  /** Keys of the open calls with an id, the oldest first. */
  private final Map<String, Deque<String>> keys = new HashMap<>();

  private final Set<String> seenIds = new HashSet<>();

  /** Hash of the output of the last call that ended, by its id. */
  private final Map<String, Integer> endedIds = new HashMap<>();

  private final CallBalance balance = new CallBalance();
  private final CallShapes shapes = new CallShapes(seenIds::contains, endedIds::containsKey);
  private int line;
  private int unnamedCalls;

  /** Calls since the last result or message, which were made in parallel if there are several. */
  private final List<Map<String, Object>> round = new ArrayList<>();

  /** True after the first call or message of the agent; the user speaks first. */
  private boolean isRunning;

  private int begun;

  /** Number of the round of the last call. */
  private int rounds;

  /** Number of the round of each open call, by its key. */
  private final Map<String, Integer> roundOf = new HashMap<>();

  private boolean hasResults;
  private int callCount;
  private int pairCount;
  private int messageCount;
  private final UsageReader usage = new UsageReader();

  /** Reads the tokens, the cost and the time of an item, before its records are added. */
  void readUsage(@Nullable Object item) {
    usage.read(item);
  }

  /** Tokens so far. */
  public long tokens() {
    return usage.tokens();
  }

  /** Cost so far. */
  public double cost() {
    return usage.cost();
  }

  /**
   * Adds an open call. An open call with the same id stays open.
   *
   * @param once whether the id belongs to one call of the whole session, so that a second begin
   *     changes the open call
   */
  void begin(int at, String id, CallFields call, boolean once) {
    Map<String, Object> fields = call.map();
    if (once && !id.isEmpty() && (endedIds.containsKey(id) || keys.containsKey(id))) {
      fields.forEach((name, value) -> setField(id, name, value));
      return;
    }
    line = at;
    isRunning = true;
    usage.includePause();
    Map<String, Object> first = oldest(id);
    if (first == null || id.isEmpty() || !sameCall(first, fields)) {
      joinRound(at, fields);
      callCount++;
      String key = id + '\0' + ++begun;
      roundOf.put(key, rounds);
      if (UNKNOWN.equals(fields.get("tool"))) {
        balance.countUnnamed();
      }
      keys.computeIfAbsent(id, each -> new ArrayDeque<>()).add(key);
      open.put(key, fields);
    }
    markRead(id);
  }

  /** Returns the oldest open call with an id; null if there is none. */
  private @Nullable Map<String, Object> oldest(String id) {
    Deque<String> same = keys.get(id);
    return same == null ? null : open.get(same.element());
  }

  private static boolean sameCall(Map<String, Object> first, Map<String, Object> again) {
    Map<String, Object> other = new LinkedHashMap<>(again);
    if (!again.containsKey(BATCH) && first.containsKey(BATCH)) {
      other.put(BATCH, first.get(BATCH));
    }
    return first.equals(other);
  }

  /** Marks calls of one agent with no result between as parallel, unless the log says it itself. */
  private void joinRound(int at, Map<String, Object> fields) {
    boolean joins =
        !round.isEmpty() && Objects.equals(round.get(0).get("agent"), fields.get("agent"));
    if (!joins) {
      rounds++;
      round.clear();
    }
    round.add(fields);
    if (joins) {
      Object batch = round.get(0).getOrDefault(BATCH, "line " + at);
      round.forEach(call -> call.putIfAbsent(BATCH, batch));
    }
  }

  /** Marks a call as read that is no record of its own. */
  void markRead(String id) {
    if (id.isEmpty()) {
      unnamedCalls++;
    } else {
      seenIds.add(id);
    }
  }

  /**
   * Counts the calls and results of a document that was read, to compare them with the records.
   *
   * @param copies keys of values that repeat calls which stand elsewhere
   * @param ignored values that are left out
   */
  public void countCalls(@Nullable Object document, Set<String> copies, Set<Object> ignored) {
    shapes.count(document, copies, ignored);
  }

  /** Counts a part of the log that cannot be read. */
  void countUnread(String shape) {
    shapes.add(shape);
  }

  /** Describes the counted calls that were not read. */
  public String unreadCalls() {
    return shapes.summary(unnamedCalls);
  }

  /**
   * How much of a log was taken, less what was left: calls, results that were paired by an id, and
   * a little for messages.
   */
  double score() {
    return callCount + pairCount + 0.1 * messageCount - 3.0 * (balance.total() + unreadCount());
  }

  /** Differences between calls and results; the calls without a result are known at the end. */
  public CallBalance balance() {
    return balance;
  }

  /** Number of counted calls that were not read. */
  public int unreadCount() {
    return shapes.total(unnamedCalls);
  }

  /** Sets a further field of an open call. */
  void setField(String id, String field, Object value) {
    Map<String, Object> fields = oldest(id);
    if (fields != null) {
      fields.put(field, value);
    }
  }

  /** Id of the oldest open call of a tool, or else of any; null if no call is open. */
  @Nullable String openId(String tool) {
    for (Map.Entry<String, Map<String, Object>> each : open.entrySet()) {
      if (tool.equals(each.getValue().get("tool"))) {
        return each.getKey().substring(0, each.getKey().lastIndexOf('\0'));
      }
    }
    return open.isEmpty() ? null : oldestOpen();
  }

  /** Leaves the open calls without an id open: a later result is not theirs. */
  void abandonUnnamed() {
    keys.remove("");
  }

  /** Tests for a call without a result so far. */
  boolean hasOpen() {
    return !open.isEmpty();
  }

  /** Id of the oldest open call, for results that name none; empty if no call is open. */
  String oldestOpen() {
    if (open.isEmpty()) {
      return "";
    }
    String key = open.keySet().iterator().next();
    return key.substring(0, key.lastIndexOf('\0'));
  }

  /**
   * Ends a call with its result.
   *
   * @param success null = not recorded in the log
   */
  void end(int at, String id, String output, @Nullable Boolean success, @Nullable Long exitCode) {
    end(at, id, "", call -> call.result(output, success, exitCode));
  }

  /**
   * Ends a call with the result that is added to it. A result whose call is not in the log is a
   * call with unknown arguments; one that names no call, or stands before all that the agent did,
   * is not read. A second result of a call is a repetition.
   *
   * @param tool name of the tool by the result; empty = it names none
   */
  void end(int at, String id, String tool, UnaryOperator<CallFields> result) {
    Deque<String> same = keys.get(id);
    if (same == null) {
      endUnknown(at, id, tool, result);
      return;
    }
    String key = same.remove();
    roundOf.remove(key);
    Map<String, Object> fields = Objects.requireNonNull(open.remove(key));
    if (same.isEmpty()) {
      keys.remove(id);
    }
    hasResults = true;
    pairCount += id.isEmpty() ? 0 : 1;
    addEnded(at, id, result.apply(CallFields.begun(fields)));
  }

  /** Ends the oldest open call, with a result that names none. */
  void endOldest(int at, String tool, UnaryOperator<CallFields> result) {
    int before = pairCount;
    end(at, oldestOpen(), tool, result);
    pairCount = before;
  }

  /** Ends the newest open call without an id. */
  void endNewest(int at, UnaryOperator<CallFields> result) {
    Deque<String> unnamed = keys.get("");
    if (unnamed != null) {
      unnamed.addFirst(unnamed.removeLast());
    }
    end(at, "", "", result);
  }

  private void addEnded(int at, String id, CallFields call) {
    if (!id.isEmpty()) {
      endedIds.put(id, Objects.hashCode(call.map().get("output")));
    }
    add(at, call.map());
  }

  private void endUnknown(int at, String id, String tool, UnaryOperator<CallFields> result) {
    CallFields call = result.apply(CallFields.ofPlain(tool, null));
    Integer ended = id.isEmpty() ? null : endedIds.get(id);
    if (ended != null && ended == Objects.hashCode(call.map().get("output"))) {
      return;
    }
    if (id.isEmpty() || !isRunning) {
      balance.countUnreadResult();
      endedIds.put(id, Objects.hashCode(call.map().get("output")));
      return;
    }
    seenIds.add(id);
    balance.countOrphan();
    hasResults = true;
    addEnded(at, id, call);
  }

  /** Returns whether a call without a result is known to be missing one. */
  private boolean isUnresolved(String key) {
    return hasResults ? Objects.requireNonNull(roundOf.get(key)) != rounds : open.size() > 1;
  }

  /** Adds a call together with its result, or another record. */
  void add(int at, Map<String, Object> fields) {
    line = at;
    round.clear();
    boolean call = "tool_call".equals(fields.get("type"));
    isRunning |= call;
    if (call || "message".equals(fields.get("type"))) {
      usage.stamp(fields);
    } else if ("user_message".equals(fields.get("type"))) {
      usage.excludePause();
    }
    entries.add(new SessionLog.Entry(at, fields));
  }

  /** Adds a call of a form that has no results. */
  void addAlone(int at, String id, CallFields call) {
    isRunning = true;
    callCount++;
    usage.includePause();
    if (UNKNOWN.equals(call.map().get("tool"))) {
      balance.countUnnamed();
    }
    markRead(id);
    add(at, call.map());
  }

  /** Adds a condensation of the agent's context. */
  void condensation(int at) {
    add(at, new LinkedHashMap<>(Map.of("type", "condensation")));
  }

  void message(int at, String role, String text) {
    message(at, role, text, "");
  }

  /**
   * Adds a message of an agent or the user. In the user's name, a complaint of the program about
   * the form of a reply is a call that could not be read, as it gives no new task.
   *
   * @param agent name of a secondary agent; empty = the agent that the session belongs to
   */
  void message(int at, String role, String text, String agent) {
    if (text.isBlank()) {
      return;
    }
    if (isRunning && role.equals("user") && FormatComplaint.matches(text)) {
      formatError(at, text);
      return;
    }
    isRunning |= !role.equals("user");
    messageCount++;
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("type", role.equals("user") ? "user_message" : "message");
    if (!role.equals("user")) {
      fields.put("role", role);
    }
    fields.put("text", text);
    if (!agent.isEmpty()) {
      fields.put("agent", agent);
    }
    add(at, fields);
  }

  /** Adds a reply that the program could not read. */
  void formatError(int at, String complaint) {
    Map<String, Object> fields = CallFields.ofPlain("format_error", null).map();
    fields.put("success", false);
    fields.put("error", complaint);
    fields.put("output", complaint);
    add(at, fields);
  }

  /** Ends the session: unanswered calls become unresolved records. */
  public void finish() {
    balance.countUnresolved((int) open.keySet().stream().filter(this::isUnresolved).count());
    for (Map<String, Object> fields : open.values()) {
      fields.put("resolved", false);
      usage.stamp(fields);
      entries.add(new SessionLog.Entry(line, fields));
    }
    open.clear();
    keys.clear();
    roundOf.clear();
  }

  /** Returns the records since the last call. */
  public List<SessionLog.Entry> drain() {
    List<SessionLog.Entry> drained = List.copyOf(entries);
    entries.clear();
    return drained;
  }
}
