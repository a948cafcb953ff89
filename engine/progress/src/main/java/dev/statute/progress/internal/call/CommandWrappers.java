package dev.statute.progress.internal.call;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Programs that take another command or statement as an argument: {@code bash -c '…'}, {@code
 * docker exec box …}, {@code psql -c '…'}. The inner command decides the kind of work.
 */
final class CommandWrappers {
  static final Set<String> SHELLS = Set.of("bash", "sh", "zsh", "dash", "ksh", "fish");

  /** Options that take a command line. */
  private static final Set<String> OPTIONS =
      Set.of("-e", "--execute", "--command", "-command", "/c");

  /** Options of {@code docker} and its like that take a value. */
  private static final String VALUED =
      "-u -w -e -f -p --user --workdir --env --env-file --file --project-name";

  private static final Set<String> OF_CONTAINERS = Set.of(VALUED.split(" "));

  /** Options of {@code docker run} that take a value. */
  private static final Set<String> OF_NEW_CONTAINERS =
      Set.of(
          (VALUED
                  + " -a -h -l -m -v --add-host --cap-add --cap-drop --cidfile --cpus --device --dns"
                  + " --entrypoint --expose --gpus --hostname --ip --ipc --label --log-driver"
                  + " --log-opt --memory --memory-swap --mount --name --net --network --pid"
                  + " --platform --publish --pull --restart --runtime --security-opt --shm-size"
                  + " --stop-timeout --tmpfs --ulimit --volume --volumes-from")
              .split(" "));

  /** Option of {@code docker run} with the program that runs. */
  private static final String ENTRY = "--entrypoint";

  /** Options of {@code ssh} that take a value. */
  private static final Set<String> OF_SSH =
      Set.of("-b -c -D -e -F -i -J -l -L -m -o -p -R -w".split(" "));

  private CommandWrappers() {}

  /** Returns the command line within a simple command, or null. */
  static @Nullable String inner(List<String> words) {
    return switch (words.get(0).toLowerCase(Locale.ROOT)) {
      case "bash", "sh", "zsh", "dash", "ksh", "fish", "su", "pwsh", "powershell", "cmd" ->
          afterOption(words);
      case "psql", "mysql", "mariadb" -> afterOption(words);
      case "sqlite3" -> rest(words, skipOptions(words, 1, Set.of()) + 1);
      case "ssh" -> rest(words, skipOptions(words, 1, OF_SSH) + 1);
      case "docker", "podman", "nerdctl", "docker-compose" -> inContainer(words);
      case "kubectl" ->
          words.contains("exec") && words.contains("--")
              ? run(words, words.indexOf("--") + 1)
              : null;
      default -> null;
    };
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

  private static @Nullable String inContainer(List<String> words) {
    int first = words.size() > 1 && words.get(1).equals("compose") ? 2 : 1;
    int verb = skipOptions(words, first, OF_CONTAINERS);
    String what = verb < words.size() ? words.get(verb) : "";
    return switch (what) {
      case "exec" -> run(words, skipOptions(words, verb + 1, OF_CONTAINERS) + 1);
      case "run" -> inNewContainer(words, verb, skipOptions(words, verb + 1, OF_NEW_CONTAINERS));
      default -> null;
    };
  }

  /** Returns the command line after the image, which an entry point begins. */
  private static @Nullable String inNewContainer(List<String> words, int verb, int image) {
    List<String> line = new ArrayList<>();
    for (int i = verb + 1; i < Math.min(image, words.size()); i++) {
      String word = words.get(i);
      if (word.equals(ENTRY) && i + 1 < image) {
        line.add(words.get(i + 1));
      } else if (word.startsWith(ENTRY + "=")) {
        line.add(word.substring(ENTRY.length() + 1));
      }
    }
    line.addAll(words.subList(Math.min(image + 1, words.size()), words.size()));
    return run(line, 0);
  }

  private static int skipOptions(List<String> words, int from, Set<String> valued) {
    int at = from;
    while (at < words.size() && words.get(at).startsWith("-")) {
      at += valued.contains(words.get(at)) ? 2 : 1;
    }
    return at;
  }

  /** Returns the words from an index on as the command line of a program and its arguments. */
  private static @Nullable String run(List<String> words, int from) {
    return from < words.size() ? ShellCommandParser.join(words.subList(from, words.size())) : null;
  }

  /** Returns the words from an index on as text that a shell or database reads. */
  private static @Nullable String rest(List<String> words, int from) {
    return from < words.size() ? String.join(" ", words.subList(from, words.size())) : null;
  }
}
