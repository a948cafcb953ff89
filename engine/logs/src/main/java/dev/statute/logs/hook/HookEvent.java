package dev.statute.logs.hook;

import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Payload of a hook in the terms of the engine. Immutable.
 *
 * @param name vendor's name of the hook
 * @param session vendor's id of the session
 * @param call vendor's id of the tool call; empty if there is none
 * @param fields for a proposal the fields of the call, for others those of the record
 * @param transcripts paths of the session's logs that the payload names
 */
public record HookEvent(
    Kind kind,
    String name,
    String session,
    String call,
    Map<String, Object> fields,
    List<String> transcripts) {
  /** Meaning of a hook. */
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
    fields = Collections.unmodifiableMap(fields);
    transcripts = List.copyOf(transcripts);
  }

  /** Returns the event with other fields. */
  public HookEvent with(Map<String, Object> changed) {
    return new HookEvent(kind, name, session, call, changed, transcripts);
  }

  /** Returns the event without a meaning. */
  public HookEvent ignored() {
    return new HookEvent(Kind.OTHER, name, session, "", Map.of(), transcripts);
  }
}
