package dev.statute.runtime.internal.reload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * Fingerprint of the content of files, because modification times are too coarse and change with
 * copies.
 */
public record FileFingerprint(List<Path> paths) {
  public FileFingerprint {
    paths = List.copyOf(paths);
  }

  /**
   * Computes a text that changes with every change, addition or removal of a file.
   *
   * @throws UncheckedIOException if an existing file cannot be read
   */
  public String compute() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (Path path : paths) {
        if (Files.exists(path)) {
          try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
              digest.update(file.toString().getBytes(StandardCharsets.UTF_8));
              digest.update((byte) 0);
              digest.update(Files.readAllBytes(file));
              digest.update((byte) 0);
            }
          }
        }
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
