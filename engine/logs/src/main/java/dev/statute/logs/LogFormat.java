package dev.statute.logs;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The forms of session logs that can be read. */
public enum LogFormat {
  /** Our own input lines; they need no translation. */
  STATUTE,
  /** SWE-agent's {@code .traj}: one JSON object with a {@code trajectory}. */
  SWE_AGENT,
  /** OpenHands' event log: actions and observations, as lines or as one list. */
  OPENHANDS,
  /** Claude Code's JSON lines. */
  CLAUDE_CODE,
  /** Codex' rollout JSON lines. */
  CODEX,
  /**
   * Chat messages in OpenAI's form, with tool calls: lines, a list, or an object with {@code
   * messages}.
   */
  OPENAI_CHAT,
  /** Messages of Anthropic's API, whose content holds uses of tools and their results. */
  ANTHROPIC_MESSAGES,
  /** Session lines of OpenClaw and of pi, on which it is built. */
  OPENCLAW,
  /** Gemini CLI's sessions, as lines or as one document. */
  GEMINI_CLI,
  /** OpenCode's export of a session. */
  OPENCODE;

  /** The word for it on a command line, such as {@code claude-code}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The format of that word. */
  public static Optional<LogFormat> ofWord(String word) {
    return Arrays.stream(values()).filter(f -> f.word().equals(word)).findFirst();
  }
}
