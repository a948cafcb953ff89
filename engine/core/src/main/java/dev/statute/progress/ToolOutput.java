package dev.statute.progress;

import dev.statute.progress.internal.VolatileTextMask;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a call put out, as a terminal shows it: as text, as UTF-8, and without its volatile parts.
 * Each form is made when it is first needed, and once. Confined to the counting of one record.
 */
final class ToolOutput {
  private final String text;
  private byte @Nullable [] utf8;
  private byte @Nullable [] masked;

  private ToolOutput(String text, byte @Nullable [] utf8) {
    this.text = text;
    this.utf8 = utf8;
  }

  static ToolOutput of(String text) {
    return new ToolOutput(text, null);
  }

  /** Takes the first bytes of a text. */
  static ToolOutput of(byte[] utf8, int size) {
    return new ToolOutput(
        new String(utf8, 0, size, StandardCharsets.UTF_8), Arrays.copyOf(utf8, size));
  }

  String text() {
    return text;
  }

  /** Must not be changed. */
  byte[] utf8() {
    byte[] made = utf8;
    if (made == null) {
      made = text.getBytes(StandardCharsets.UTF_8);
      utf8 = made;
    }
    return made;
  }

  /** In UTF-8, too; must not be changed. */
  byte[] masked() {
    byte[] made = masked;
    if (made == null) {
      made = VolatileTextMask.volatileParts(utf8());
      masked = made;
    }
    return made;
  }
}
