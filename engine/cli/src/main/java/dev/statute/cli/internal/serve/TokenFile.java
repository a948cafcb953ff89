package dev.statute.cli.internal.serve;

import dev.statute.cli.internal.console.UsageException;
import dev.statute.server.AccessRole;
import dev.statute.server.AccessToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * File of tokens: on each line a role and a secret. A line with a secret alone has the role admin;
 * lines that begin with {@code #} are comments.
 */
final class TokenFile {
  private TokenFile() {}

  /** Reads the file; null gives no tokens. */
  static List<AccessToken> read(@Nullable Path file) {
    if (file == null) {
      return List.of();
    }
    List<AccessToken> tokens = new ArrayList<>();
    List<String> lines = lines(file);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        tokens.add(token(file + ":" + (i + 1), line.split("\\s+")));
      }
    }
    if (tokens.isEmpty()) {
      throw new UsageException("there is no token in " + file);
    }
    return tokens;
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UsageException("the token file '" + file + "' cannot be read");
    }
  }

  private static AccessToken token(String place, String[] words) {
    try {
      if (words.length == 1) {
        return new AccessToken(AccessRole.ADMIN, words[0]);
      }
      String role = words[0].toUpperCase(Locale.ROOT);
      if (words.length == 2 && List.of("READ", "ACT", "ADMIN").contains(role)) {
        return new AccessToken(AccessRole.valueOf(role), words[1]);
      }
    } catch (IllegalArgumentException e) {
      throw new UsageException(place + ": " + e.getMessage());
    }
    throw new UsageException(place + ": a line is 'read TOKEN', 'act TOKEN' or 'admin TOKEN'");
  }
}
