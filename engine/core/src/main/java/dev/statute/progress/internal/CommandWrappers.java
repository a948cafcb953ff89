package dev.statute.progress.internal;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Programs that run another command, or a statement, that their own line holds: {@code bash -c
 * '…'}, {@code docker exec box …}, {@code psql -c '…'}. What they run says what kind of work it is.
 */
final class CommandWrappers {
  /** Their option for a command is followed by a line. */
  private static final Set<String> LINES =
      Set.of(
          "bash",
          "sh",
          "zsh",
          "dash",
          "ksh",
          "fish",
          "su",
          "pwsh",
          "powershell",
          "cmd",
          "psql",
          "mysql",
          "mariadb");

  private static final Set<String> OPTIONS =
      Set.of("-e", "--execute", "--command", "-command", "/c");
  private static final Set<String> BOXES = Set.of("docker", "podman", "nerdctl", "docker-compose");

  /** Options of these that are followed by a value. */
  private static final Set<String> VALUES =
      Set.of("-u", "-w", "-e", "--user", "--workdir", "--env", "-n", "-c", "-p", "-i", "-o", "-l");

  private static final Set<String> ALL = all();

  private CommandWrappers() {}

  private static Set<String> all() {
    Set<String> all = new HashSet<>(LINES);
    all.addAll(BOXES);
    all.addAll(List.of("sqlite3", "ssh", "kubectl"));
    return all;
  }

  /** The line that a simple command runs in turn; null if it runs nothing else. */
  static @Nullable String line(List<String> words) {
    String program = words.get(0).toLowerCase(Locale.ROOT);
    if (!ALL.contains(program)) {
      return null;
    }
    if (LINES.contains(program)) {
      return afterOption(words);
    }
    if (program.equals("sqlite3")) {
      int file = skipOptions(words, 1, false);
      return rest(words, file + 1);
    }
    if (program.equals("ssh")) {
      int host = skipOptions(words, 1, true);
      return rest(words, host + 1);
    }
    if (BOXES.contains(program)) {
      int exec = words.size() > 1 && words.get(1).equals("compose") ? 2 : 1;
      return exec < words.size() && words.get(exec).equals("exec")
          ? rest(words, skipOptions(words, exec + 1, true) + 1)
          : null;
    }
    int dashes = words.indexOf("--");
    return words.contains("exec") && dashes > 0 ? rest(words, dashes + 1) : null;
  }

  private static @Nullable String afterOption(List<String> words) {
    for (int i = 1; i + 1 < words.size(); i++) {
      String word = words.get(i);
      boolean letters = word.length() > 1 && word.charAt(0) == '-' && word.charAt(1) != '-';
      if (OPTIONS.contains(word.toLowerCase(Locale.ROOT)) || (letters && word.endsWith("c"))) {
        return words.get(i + 1);
      }
    }
    return null;
  }

  private static int skipOptions(List<String> words, int from, boolean valued) {
    int at = from;
    while (at < words.size() && words.get(at).startsWith("-")) {
      at += valued && VALUES.contains(words.get(at)) ? 2 : 1;
    }
    return at;
  }

  private static @Nullable String rest(List<String> words, int from) {
    return from < words.size() ? String.join(" ", words.subList(from, words.size())) : null;
  }
}
