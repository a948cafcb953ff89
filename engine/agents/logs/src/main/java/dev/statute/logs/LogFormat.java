package dev.statute.logs;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Format of a session log. */
public enum LogFormat {
  /** Input lines of this engine, which need no translation. */
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
  /** Messages of Anthropic's API, with uses of tools and their results as content. */
  ANTHROPIC_MESSAGES,
  /** Session lines of OpenClaw and of pi, on which it is built. */
  OPENCLAW,
  /** Gemini CLI's sessions, as lines or as one document, and its streams of events. */
  GEMINI_CLI,
  /** Exported session of OpenCode. */
  OPENCODE,
  /** Spans of OpenTelemetry's conventions for generative AI, as OTLP in JSON writes them. */
  OTLP;

  /** Name on a command line, such as {@code claude-code}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Lists the names of all formats, for messages. */
  public static String words() {
    return Arrays.stream(values()).map(LogFormat::word).collect(Collectors.joining(", "));
  }

  /** Finds a format by its name on a command line. */
  public static Optional<LogFormat> ofWord(String word) {
    return Arrays.stream(values()).filter(f -> f.word().equals(word)).findFirst();
  }
}
