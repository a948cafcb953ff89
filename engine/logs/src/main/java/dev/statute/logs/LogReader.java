package dev.statute.logs;

/** Reads the items of one format, in order. */
interface LogReader {
  void read(LenientJson.Document item, CallPairing calls);

  static LogReader of(LogFormat format) {
    return switch (format) {
      case SWE_AGENT -> new SweAgent();
      case OPENHANDS -> new OpenHands();
      case CLAUDE_CODE -> new ClaudeCode();
      case CODEX -> new CodexReader();
      case OPENAI_CHAT, ANTHROPIC_MESSAGES -> new OpenAiChat();
      case OPENCLAW -> new OpenClaw();
      case GEMINI_CLI -> new GeminiCli();
      case OPENCODE -> new OpenCode();
      case STATUTE -> throw new IllegalArgumentException("lines of our own are read as they are");
    };
  }
}
