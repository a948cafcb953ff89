package dev.statute.logs.internal;

import dev.statute.expr.reading.LenientMap;
import dev.statute.logs.internal.text.LogDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the blocks of a text in Markdown, each an entry: its {@code kind} is heading, quote or
 * text, with its {@code text}, the {@code level} of a heading, the heading that it stands {@code
 * under}, and the text of the block {@code before} it. Headings of one level in a row are one, and
 * what stands in a fence is part of a text. Confined to one thread.
 */
public final class MarkdownReader {
  private static final Pattern HEADING = Pattern.compile("(#{1,6})[ \\t]+(.*?)[ \\t]*");
  private static final Pattern QUOTE = Pattern.compile("> ?(.*?)[ \\t]*");
  private static final Pattern FENCE = Pattern.compile("[ \\t]*(```+|~~~+).*");

  private final List<String> lines = new ArrayList<>();
  private String kind = "text";
  private int level;
  private int first = 1;
  private int number;
  private @Nullable String fence;
  private String under = "";
  private String before = "";

  /** Tests for a first line that a text in Markdown begins with, and no other log. */
  public static boolean begins(String line) {
    return HEADING.matcher(line).matches();
  }

  /** Reads a line without its end, and returns the blocks that it completes. */
  public List<LogDocument> read(String line) {
    number++;
    Matcher heading = HEADING.matcher(line);
    Matcher quote = QUOTE.matcher(line);
    boolean inFence = fence != null;
    if (!inFence && heading.matches()) {
      return add("heading", heading.group(1).length(), heading.group(2));
    }
    if (!inFence && quote.matches()) {
      return add("quote", 0, quote.group(1));
    }
    if (line.isBlank() && !kind.equals("text")) {
      List<LogDocument> complete = finish();
      kind = "text";
      return complete;
    }
    Matcher mark = FENCE.matcher(line);
    if (mark.matches()) {
      String given = mark.group(1);
      fence = fence == null ? given : given.startsWith(fence) ? null : fence;
    }
    return add("text", 0, line);
  }

  private List<LogDocument> add(String newKind, int newLevel, String line) {
    boolean goesOn = newKind.equals(kind) && newLevel == level;
    List<LogDocument> complete = goesOn ? List.of() : finish();
    kind = newKind;
    level = newLevel;
    if (lines.isEmpty()) {
      first = number;
    }
    lines.add(line);
    return complete;
  }

  /** Ends the text, or the block. */
  public List<LogDocument> finish() {
    String text = String.join("\n", lines).strip();
    lines.clear();
    if (text.isEmpty()) {
      return List.of();
    }
    LenientMap entry = new LenientMap();
    entry.put("kind", kind);
    entry.put("text", text);
    entry.put("under", under);
    entry.put("before", before);
    if (kind.equals("heading")) {
      entry.put("level", (long) level);
      under = text;
    }
    before = text;
    return List.of(new LogDocument(first, entry));
  }
}
