package dev.statute.progress.internal.call;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Programs that take another command or statement as an argument: {@code bash -c '…'}, {@code
 * docker exec box …}, {@code psql -c '…'}. The inner command decides the kind of work.
 */
final class CommandWrappers {
  /** Programs with an option that takes a command line. */
  private static final Set<String> SHELLS =
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
  private static final Set<String> CONTAINERS =
      Set.of("docker", "podman", "nerdctl", "docker-compose");

  /** Options that take a value. */
  private static final Set<String> VALUED_OPTIONS =
      Set.of("-u", "-w", "-e", "--user", "--workdir", "--env", "-n", "-c", "-p", "-i", "-o", "-l");

  private static final Set<String> ALL = all();

  private CommandWrappers() {}

  private static Set<String> all() {
    Set<String> all = new HashSet<>(SHELLS);
    all.addAll(CONTAINERS);
    all.addAll(List.of("sqlite3", "ssh", "kubectl"));
    return all;
  }

  /** Returns the command line within a simple command, or null. */
  static @Nullable String inner(List<String> words) {
    String program = words.get(0).toLowerCase(Locale.ROOT);
    if (!ALL.contains(program)) {
      return null;
    }
    if (SHELLS.contains(program)) {
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
    if (CONTAINERS.contains(program)) {
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
      at += valued && VALUED_OPTIONS.contains(words.get(at)) ? 2 : 1;
    }
    return at;
  }

  private static @Nullable String rest(List<String> words, int from) {
    return from < words.size() ? String.join(" ", words.subList(from, words.size())) : null;
  }
}
