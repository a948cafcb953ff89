package dev.statute.progress.internal;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A command line cut into the simple commands it runs, as far as that is needed to tell what kind
 * of work it is: quotes are respected, {@code cd}, {@code sudo} and the like are looked through,
 * and a redirection into a file is remembered.
 */
public final class ShellCommandParser {
  private static final int MOST = 4_096;
  private static final Set<String> PREFIXES =
      Set.of(
          "sudo", "doas", "time", "nohup", "nice", "stdbuf", "setsid", "env", "exec", "command",
          "xargs", "watch", "npx", "pnpx", "bunx", "then", "do", "else", "!");

  /** With one of {@link #RUN} after them they run what follows, in a surrounding of its own. */
  private static final Set<String> RUNNERS =
      Set.of("poetry", "uv", "pipenv", "pdm", "hatch", "rye", "bundle", "pnpm", "yarn", "npm");

  private static final Set<String> RUN = Set.of("run", "exec", "dlx", "x");

  /** How deep a command may run a command that runs a command. */
  private static final int DEPTH = 3;

  private static final Set<String> SHELLS = Set.of("bash", "sh", "zsh", "/bin/bash", "/bin/sh");
  private static final Set<String> NEUTRAL =
      Set.of("cd", "pushd", "popd", "set", "export", "source", "true", "fi", "done", "");

  /** Words that the first of a command is seldom, and that are then looked at. */
  private static final Set<String> TELLING = telling();

  /** Signs that are more than a part of a word. */
  private static final boolean[] SPECIAL = special();

  private ShellCommandParser() {}

  private static Set<String> telling() {
    Set<String> telling = new HashSet<>(PREFIXES);
    telling.addAll(RUNNERS);
    telling.addAll(RUN);
    telling.addAll(NEUTRAL);
    telling.add("timeout");
    return telling;
  }

  private static boolean[] special() {
    boolean[] special = new boolean[128];
    for (char c : "\"'`\\>;|&".toCharArray()) {
      special[c] = true;
    }
    for (char c = 0; c < special.length; c++) {
      special[c] |= Character.isWhitespace(c);
    }
    return special;
  }

  /**
   * A simple command.
   *
   * @param words without quotes; the first is the program's name without its folder; must not
   *     change
   * @param writes whether its output goes into a file
   */
  public record Simple(List<String> words, boolean writes) {
    /** The program. */
    public String program() {
      return words.get(0);
    }
  }

  /** A command given in words as a line; of {@code bash -lc LINE} it is that line. */
  public static String joined(List<?> words) {
    if (words.size() == 3
        && SHELLS.contains(String.valueOf(words.get(0)))
        && String.valueOf(words.get(1)).matches("-\\w*c")) {
      return String.valueOf(words.get(2));
    }
    StringBuilder line = new StringBuilder();
    for (Object word : words) {
      String text = String.valueOf(word);
      boolean plain =
          !text.isEmpty() && text.chars().noneMatch(c -> " \t\n'\";|&<>".indexOf(c) >= 0);
      line.append(line.length() == 0 ? "" : " ");
      line.append(plain ? text : "'" + text.replace("'", "'\\''") + "'");
    }
    return line.toString();
  }

  /** The simple commands of a line; those that only set the stage are left out. */
  public static List<Simple> parse(String line) {
    return parse(line, 0);
  }

  private static List<Simple> parse(String line, int depth) {
    String text = line.length() > MOST ? line.substring(0, MOST) : line;
    List<Simple> all = new ArrayList<>();
    CommandWords words = new CommandWords(text);
    boolean writes = false;
    boolean target = false;
    char quote = 0;
    for (int i = 0; i <= text.length(); i++) {
      char c = i < text.length() ? text.charAt(i) : '\n';
      if (quote != 0 && i < text.length()) {
        if (c == quote) {
          quote = 0;
          words.leaveOut(i);
        }
      } else if (c < SPECIAL.length && !SPECIAL[c]) {
        // a part of a word, as most are
      } else if (c == '"' || c == '\'' || c == '`') {
        quote = c;
        words.leaveOut(i);
      } else if (c == '\\' && i + 1 < text.length()) {
        words.leaveOut(i++);
      } else if (c == '>') {
        target = true;
        words.end(i);
      } else if (c != '\n' && Character.isWhitespace(c)) {
        if (target && !words.isEmpty(i)) {
          writes |= file(words.take(i));
          target = false;
        } else {
          words.end(i);
        }
      } else if (c == ';' || c == '|' || c == '\n' || (c == '&' && !(target && words.isEmpty(i)))) {
        if (target && !words.isEmpty(i)) {
          writes |= file(words.take(i));
        } else {
          words.end(i);
        }
        add(words.command(), writes, depth, all);
        writes = false;
        target = false;
      }
    }
    return all;
  }

  private static boolean file(String target) {
    return !target.startsWith("/dev/") && !target.startsWith("&");
  }

  private static void add(List<String> words, boolean writes, int depth, List<Simple> all) {
    int first = 0;
    while (first < words.size() && skip(words, first)) {
      first++;
    }
    if (first < words.size()) {
      List<String> rest = first == 0 ? words : words.subList(first, words.size());
      String program = rest.get(0);
      int slash = program.lastIndexOf('/');
      if (slash >= 0) {
        rest.set(0, program.substring(slash + 1));
      }
      String inner = depth < DEPTH ? CommandWrappers.line(rest) : null;
      if (inner != null) {
        List<Simple> run = parse(inner, depth + 1);
        run.forEach(each -> all.add(writes ? new Simple(each.words(), true) : each));
      } else if (!NEUTRAL.contains(rest.get(0))) {
        all.add(new Simple(rest, writes));
      }
    }
  }

  private static boolean skip(List<String> words, int index) {
    String word = words.get(index);
    if (index == 0 && !TELLING.contains(word) && word.indexOf('=') < 0) {
      return false;
    }
    if (PREFIXES.contains(word) || word.equals("timeout") || assignment(word)) {
      return true;
    }
    String next = index + 1 < words.size() ? words.get(index + 1) : "";
    if (RUNNERS.contains(word) && RUN.contains(next)) {
      return !word.equals("npm") || !next.equals("run"); // of npm, "run" names a script
    }
    if (index > 0 && RUN.contains(word) && RUNNERS.contains(words.get(index - 1))) {
      return true;
    }
    boolean afterPrefix =
        index > 0
            && (PREFIXES.contains(words.get(index - 1)) || words.get(index - 1).equals("timeout"));
    return afterPrefix && (word.startsWith("-") || number(word));
  }

  private static boolean assignment(String word) {
    int end = 0;
    while (end < word.length()
        && (Character.isLetterOrDigit(word.charAt(end)) || word.charAt(end) == '_')) {
      end++;
    }
    return end > 0
        && end < word.length()
        && word.charAt(end) == '='
        && !Character.isDigit(word.charAt(0));
  }

  /** A number, or a length of time such as 10s. */
  private static boolean number(String word) {
    int end = 0;
    while (end < word.length() && Character.isDigit(word.charAt(end))) {
      end++;
    }
    boolean unit = end + 1 == word.length() && "smh".indexOf(word.charAt(end)) >= 0;
    return end > 0 && (end == word.length() || unit);
  }
}
