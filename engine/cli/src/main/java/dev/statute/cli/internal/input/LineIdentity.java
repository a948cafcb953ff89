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
 * Identity of lines without an id: their source, number, and all lines up to them. A file that grew
 * since it was handled continues at its first new line; equal lines of another file are other
 * events, and so are all lines from the first changed one on. Confined to one thread; lines are
 * passed in their order.
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
   * Creates the identity for the lines of a file.
   *
   * @param source name of the source; null = the path of the file
   * @return null if the same lines cannot be read again, as from a pipe
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

  /** Identity of the next line. */
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
