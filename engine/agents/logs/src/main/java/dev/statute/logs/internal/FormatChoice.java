package dev.statute.logs.internal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.statute.logs.LogFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Choice of a log's format by its first documents: the format that most of them show, so that a
 * first line of another kind does not mislead. Confined to one thread.
 */
public final class FormatChoice {
  private static final int MAX_DOCUMENTS = 64;

  private final Map<LogFormat, Integer> votes = new LinkedHashMap<>();
  private boolean hasEnvelopes;
  private int documents;

  /** Considers a further document; of a list, each of its members. */
  public void add(JsonNode document) {
    documents++;
    JsonNode members = FormatDetection.members(document);
    if (FormatDetection.isWhole(document) || members.isEmpty()) {
      vote(document);
    } else {
      members.forEach(this::vote);
    }
  }

  private void vote(JsonNode item) {
    LogFormat format = FormatDetection.detectItem(item);
    if (format != null) {
      votes.merge(format, 1, Integer::sum);
      hasEnvelopes |= format == LogFormat.CODEX && !FormatDetection.isBareItem(item);
    }
  }

  /** Tests whether further documents change nothing. */
  public boolean isComplete() {
    return documents >= MAX_DOCUMENTS;
  }

  /** The format so far; null if no document shows one. */
  public @Nullable LogFormat format() {
    LogFormat chat =
        votes.containsKey(LogFormat.ANTHROPIC_MESSAGES)
            ? LogFormat.ANTHROPIC_MESSAGES
            : LogFormat.OPENAI_CHAT;
    Map<LogFormat, Integer> counts = new LinkedHashMap<>();
    votes.forEach(
        (format, count) -> counts.merge(isChat(format) ? chat : format, count, Integer::sum));
    if (counts.containsKey(chat) && !hasEnvelopes) {
      counts.remove(LogFormat.CODEX); // its items may stand among the messages of a chat
    }
    LogFormat best = null;
    for (Map.Entry<LogFormat, Integer> each : counts.entrySet()) {
      boolean own = each.getKey() == LogFormat.STATUTE;
      if (!own && (best == null || each.getValue() > counts.getOrDefault(best, 0))) {
        best = each.getKey();
      }
    }
    return best == null && votes.containsKey(LogFormat.STATUTE) ? LogFormat.STATUTE : best;
  }

  private static boolean isChat(LogFormat format) {
    return format == LogFormat.OPENAI_CHAT || format == LogFormat.ANTHROPIC_MESSAGES;
  }
}
