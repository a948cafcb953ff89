package dev.statute.progress.internal.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Output of a tool call, as displayed: as text, as UTF-8, and masked. Each form is computed once,
 * when first needed. Confined to the counting of one record.
 */
public final class ToolOutput {
  private final String text;
  private byte @Nullable [] utf8;
  private byte @Nullable [] masked;

  private ToolOutput(String text, byte @Nullable [] utf8) {
    this.text = text;
    this.utf8 = utf8;
  }

  public static ToolOutput of(String text) {
    return new ToolOutput(text, null);
  }

  /** Copies the first bytes of a text. */
  public static ToolOutput of(byte[] utf8, int size) {
    return new ToolOutput(
        new String(utf8, 0, size, StandardCharsets.UTF_8), Arrays.copyOf(utf8, size));
  }

  public String text() {
    return text;
  }

  /** Returns the text as UTF-8; must not be changed. */
  public byte[] utf8() {
    byte[] known = utf8;
    if (known == null) {
      known = text.getBytes(StandardCharsets.UTF_8);
      utf8 = known;
    }
    return known;
  }

  /** Returns the text as UTF-8 without volatile parts; must not be changed. */
  public byte[] masked() {
    byte[] known = masked;
    if (known == null) {
      known = VolatileTextMask.maskVolatileParts(utf8());
      masked = known;
    }
    return known;
  }
}
