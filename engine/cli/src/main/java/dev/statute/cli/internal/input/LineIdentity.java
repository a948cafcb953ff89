package dev.statute.cli.internal.input;

import dev.statute.json.InputLine;
import dev.statute.json.JsonText;
import dev.statute.step.Input;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * By what a line without an id is known again: its source, its number, and all lines up to it. So a
 * file that was handled, or a part of it, and that has grown since goes on where it stopped; equal
 * lines of another file are other events, and so is all of a file from the first line on that is
 * not as it was. Confined to one thread; lines are brought in their order.
 */
public final class LineIdentity {
  private static final int LENGTH = 16;

  private final MessageDigest digest;

  private LineIdentity(String source) {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
    update(source);
  }

  /**
   * Of the lines of a file.
   *
   * @param source what they are known by; null = the place of the file
   * @return null if it has no place at which the same lines are found again, as a pipe
   */
  public static @Nullable LineIdentity next(@Nullable String file, @Nullable String source)
      throws IOException {
    if (source != null) {
      return new LineIdentity("source " + source);
    }
    Path path = file == null || file.equals("-") ? null : InputFiles.requireFile(file);
    return path == null || !Files.isRegularFile(path)
        ? null
        : new LineIdentity("file " + path.toRealPath());
  }

  /** The identity of the next line. */
  public String next(InputLine.Submit line) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put("line", line.number());
    all.put("at", line.at() == null ? null : String.valueOf(line.at()));
    Input input = line.input();
    all.put("id", input.id());
    if (input instanceof Input.Event event) {
      all.put("event", event.name());
      all.put("data", event.data());
    } else if (input instanceof Input.Move move) {
      all.put("to", move.to());
      all.put("reason", move.reason());
      all.put("data", move.data());
    } else if (input instanceof Input.Report report) {
      all.put("report", report.fields());
    }
    update(JsonText.write(all));
    byte[] sum = copyDigest().digest();
    return line.number() + "-" + HexFormat.of().formatHex(sum).substring(0, LENGTH);
  }

  private MessageDigest copyDigest() {
    try {
      return (MessageDigest) digest.clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void update(String text) {
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
  }
}
