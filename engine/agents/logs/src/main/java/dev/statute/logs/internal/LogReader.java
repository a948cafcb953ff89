package dev.statute.logs.internal;

import dev.statute.logs.LogFormat;

/** Reader of the items of one format, in order. */
public interface LogReader {
  void read(LogDocument item, CallPairing calls);

  static LogReader of(LogFormat format) {
    return switch (format) {
      case SWE_AGENT -> new SweAgentReader();
      case OPENHANDS -> new OpenHandsReader();
      case CLAUDE_CODE -> new ClaudeCodeReader();
      case CODEX -> new CodexReader();
      case OPENAI_CHAT, ANTHROPIC_MESSAGES -> new OpenAiChatReader();
      case OPENCLAW -> new OpenClawReader();
      case GEMINI_CLI -> new GeminiCliReader();
      case OPENCODE -> new OpenCodeReader();
      case OTLP -> new SpanReader();
      case STATUTE -> throw new IllegalArgumentException("lines of our own are read as they are");
    };
  }
}
