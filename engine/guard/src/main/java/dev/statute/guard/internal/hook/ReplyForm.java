package dev.statute.guard.internal.hook;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Form of the replies to hooks, by the name of the program that it is of. It decides whether a call
 * is made, so it is code and no description.
 */
public enum ReplyForm {
  /** {@code hookSpecificOutput} has the verdict, and {@code continue: false} ends the agent. */
  CLAUDE_CODE {
    @Override
    public Map<String, Object> write(String hook, HookVerdict verdict) {
      Map<String, Object> reply = new LinkedHashMap<>();
      verdict.putHalt(reply);
      reply.putAll(CODEX.write(hook, verdict));
      return reply;
    }
  },
  /**
   * The verdict of {@link #CLAUDE_CODE} and nothing else: a member that Codex does not know makes
   * the hook fail and the call run.
   */
  CODEX {
    @Override
    public Map<String, Object> write(String hook, HookVerdict verdict) {
      Map<String, Object> output = new LinkedHashMap<>();
      output.put("hookEventName", hook);
      verdict.putDenial(output, "permissionDecision", List.of("permissionDecisionReason"));
      verdict.putAdvice(output, "additionalContext");
      return output.size() > 1 ? Map.of("hookSpecificOutput", output) : Map.of();
    }
  },
  /** {@code continue: false} ends the run, with exit code 0. */
  GEMINI {
    @Override
    public Map<String, Object> write(String hook, HookVerdict verdict) {
      Map<String, Object> reply = new LinkedHashMap<>();
      verdict.putDenial(reply, "decision", List.of("reason"));
      verdict.putHalt(reply);
      if (!verdict.advice().isEmpty()) {
        Map<String, Object> output = new LinkedHashMap<>();
        output.put("hookEventName", hook);
        verdict.putAdvice(output, "additionalContext");
        reply.put("hookSpecificOutput", output);
      }
      return reply;
    }
  },
  /** Form of the plugin that {@code guard install opencode} writes. */
  OPENCODE {
    @Override
    public Map<String, Object> write(String hook, HookVerdict verdict) {
      Map<String, Object> reply = new LinkedHashMap<>();
      if (verdict.veto() != null) {
        reply.put("veto", verdict.veto());
      }
      verdict.putAdvice(reply, "text");
      if (verdict.halt() != null) {
        reply.put("abort", verdict.halt());
      }
      return reply;
    }
  },
  /** The members of {@link #CODEX} without an object around them. */
  COPILOT {
    @Override
    public Map<String, Object> write(String hook, HookVerdict verdict) {
      return flat(verdict, "permissionDecision", List.of("permissionDecisionReason"), CONTEXT);
    }
  },
  /** A denial has a reason for the user and one for the model. */
  CURSOR {
    @Override
    public Map<String, Object> write(String hook, HookVerdict verdict) {
      return flat(
          verdict, "permission", List.of("user_message", "agent_message"), "additional_context");
    }
  },
  /** {@code decision: deny}. */
  OPENHANDS {
    @Override
    public Map<String, Object> write(String hook, HookVerdict verdict) {
      return flat(verdict, "decision", List.of("reason"), CONTEXT);
    }
  };

  private static final String CONTEXT = "additionalContext";

  private static Map<String, Object> flat(
      HookVerdict verdict, String decision, List<String> reasons, String text) {
    Map<String, Object> reply = new LinkedHashMap<>();
    verdict.putDenial(reply, decision, reasons);
    verdict.putAdvice(reply, text);
    return reply;
  }

  /** Returns the reply to a hook; empty if there is nothing to say. */
  public abstract Map<String, Object> write(String hook, HookVerdict verdict);

  /** Name in descriptions, such as {@code claude-code}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Returns the form of a name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static ReplyForm of(String word) {
    return Arrays.stream(values())
        .filter(each -> each.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no form of replies '"
                        + word
                        + "'; there are "
                        + Arrays.stream(values())
                            .map(ReplyForm::word)
                            .collect(Collectors.joining(", "))));
  }
}
