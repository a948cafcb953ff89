package dev.statute.guard.internal.install;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Short digest of a path, which is the name of a folder on every system. */
final class PathDigest {
  private static final int BYTES = 12;

  private PathDigest() {}

  static String of(Path path) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(path.toString().getBytes(UTF_8));
      return HexFormat.of().formatHex(digest, 0, BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("each Java platform has SHA-256", e);
    }
  }
}
