package dev.statute.logs;

/** Reads the items of one format, in order. */
interface Translation {
  void read(Json.Document item, Calls calls);

  static Translation of(LogFormat format) {
    return switch (format) {
      case SWE_AGENT -> new SweAgent();
      case OPENHANDS -> new OpenHands();
      case CLAUDE_CODE -> new ClaudeCode();
      case CODEX -> new Codex();
      case OPENAI_CHAT, ANTHROPIC_MESSAGES -> new OpenAiChat();
      case OPENCLAW -> new OpenClaw();
      case GEMINI_CLI -> new GeminiCli();
      case OPENCODE -> new OpenCode();
      case STATUTE -> throw new IllegalArgumentException("lines of our own are read as they are");
    };
  }
}
