package dev.statute.guard.internal.adapter;

import dev.statute.guard.internal.session.RecordSize;
import dev.statute.logs.CallFields;
import dev.statute.problem.VisibleText;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Event of an agent, in the terms of the engine.
 *
 * @param name vendor's name of the hook
 * @param session vendor's id of the session
 * @param call vendor's id of the tool call; empty if there is none
 * @param fields for a proposal the fields of the call, for others those of the record
 */
public record HookEvent(
    Kind kind, String name, String session, String call, Map<String, Object> fields) {
  /** Meaning of an event. */
  public enum Kind {
    /** A tool call that the agent wants to make. */
    PROPOSAL,
    /** A tool call that was made. */
    CALL,
    /** Message of the user. */
    PROMPT,
    /** Message of the agent. */
    MESSAGE,
    /** Condensation of the agent's context. */
    CONDENSATION,
    /** End of a session. */
    END,
    /** Anything else; nothing is recorded. */
    OTHER
  }

  public HookEvent {
    fields = Collections.unmodifiableMap(RecordSize.cut(fields));
  }

  static HookEvent proposal(String name, String session, String call, CallFields fields) {
    return new HookEvent(Kind.PROPOSAL, name, session, call, fields.map());
  }

  static HookEvent call(String name, String session, String call, CallFields fields) {
    return new HookEvent(Kind.CALL, name, session, call, fields.map());
  }

  /** Returns a message of the user, or an event of no meaning if a program submitted the text. */
  static HookEvent prompt(String name, String session, String text) {
    if (ProgramText.matches(text)) {
      return of(Kind.OTHER, name, session);
    }
    Map<String, Object> fields = record("user_message");
    fields.put("text", text);
    return new HookEvent(Kind.PROMPT, name, session, "", fields);
  }

  /** Returns a message of the agent, or an event of no meaning if the text is blank. */
  static HookEvent message(String name, String session, String agent, String text) {
    if (text.isBlank()) {
      return of(Kind.OTHER, name, session);
    }
    CallFields fields =
        CallFields.begun(record("message"))
            .with("role", "assistant")
            .with("text", text)
            .with("agent", agent);
    return new HookEvent(Kind.MESSAGE, name, session, "", fields.map());
  }

  /**
   * Returns an event of no meaning.
   *
   * @param known names of the vendor's hooks that have none
   * @throws IllegalArgumentException if the hook is not one of them: it could be a call that must
   *     be judged
   */
  static HookEvent other(String name, String session, Set<String> known) {
    if (!known.contains(name)) {
      throw new IllegalArgumentException(
          "the hook '" + VisibleText.shorten(name, 40) + "' is not known");
    }
    return of(Kind.OTHER, name, session);
  }

  /** Returns an event that is neither a call nor a message. */
  static HookEvent of(Kind kind, String name, String session) {
    boolean recorded = kind == Kind.CONDENSATION;
    return new HookEvent(kind, name, session, "", recorded ? record("condensation") : Map.of());
  }

  private static Map<String, Object> record(String type) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("type", type);
    return fields;
  }
}
