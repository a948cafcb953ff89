package dev.statute.progress.internal.call;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Parser of shell command lines into simple commands, as far as the kind of work needs it. Quotes
 * are respected, prefixes such as {@code sudo} are skipped, and redirections into files are
 * recognised.
 */
public final class ShellCommandParser {
  private static final int MAX_LENGTH = 4_096;
  private static final Set<String> PREFIXES =
      Set.of(
          "sudo", "doas", "time", "nohup", "nice", "stdbuf", "setsid", "env", "exec", "command",
          "xargs", "watch", "npx", "pnpx", "bunx", "if", "elif", "while", "until", "then", "do",
          "else", "!", "{");

  /** Options of {@link #PREFIXES} that take a word. */
  private static final Set<String> VALUED_OPTIONS = Set.of("-u", "-I");

  /** Programs that run another one if a word of {@link #RUN} follows. */
  private static final Set<String> RUNNERS =
      Set.of("poetry", "uv", "pipenv", "pdm", "hatch", "rye", "bundle", "pnpm", "yarn", "npm");

  /** Programs of which the word after "run" is a script, or else a program. */
  static final Set<String> SCRIPTED = Set.of("npm", "pnpm", "yarn", "bun");

  private static final Set<String> RUN = Set.of("run", "exec", "dlx", "x");

  /** Maximum nesting of commands within commands. */
  private static final int MAX_DEPTH = 3;

  private static final Set<String> NEUTRAL =
      Set.of(
          ("cd pushd popd set export local declare readonly source . true seq for fi done"
                  + " break continue exit }")
              .split(" "));

  /** Programs of which the commands that give their words count. */
  private static final Set<String> SUBSTITUTING =
      Set.of("for", "export", "local", "declare", "readonly", "[", "[[", "test");

  /** Targets of Windows that keep nothing. */
  private static final Set<String> NOWHERE = Set.of("$null", "nul", "NUL");

  /** Endings of names of programs of Windows. */
  private static final Set<String> ENDINGS = Set.of(".exe", ".cmd", ".bat");

  private static final int ENDING_LENGTH = 4;

  /** First words of statements of SQL, in which {@code >} compares. */
  private static final Set<String> STATEMENTS =
      Set.of("select", "with", "insert", "update", "delete", "create", "explain");

  /** Words that may have to be skipped at the start of a command. */
  private static final Set<String> SKIPPABLE = skippable();

  /** Characters that are not an ordinary part of a word. */
  private static final boolean[] SPECIAL = special();

  private ShellCommandParser() {}

  private static Set<String> skippable() {
    Set<String> skippable = new HashSet<>(PREFIXES);
    skippable.addAll(RUNNERS);
    skippable.addAll(RUN);
    skippable.addAll(NEUTRAL);
    skippable.add("timeout");
    return skippable;
  }

  private static boolean[] special() {
    boolean[] special = new boolean[128];
    for (char c : "\"'`\\>;|&#()".toCharArray()) {
      special[c] = true;
    }
    for (char c = 0; c < special.length; c++) {
      special[c] |= Character.isWhitespace(c);
    }
    return special;
  }

  /**
   * Simple command.
   *
   * @param words without quotes; the first is the program without its directory; must not change
   * @param writes whether its output goes into a file
   */
  public record SimpleCommand(List<String> words, boolean writes) {
    public String program() {
      return words.get(0);
    }
  }

  /**
   * Returns a command given as words as one line; the inner line of {@code bash -lc LINE}. One word
   * by itself is a line.
   */
  public static String join(List<?> words) {
    if (words.size() == 1) {
      return String.valueOf(words.get(0));
    }
    if (words.size() == 3
        && CommandWrappers.SHELLS.contains(withoutFolder(String.valueOf(words.get(0))))
        && String.valueOf(words.get(1)).matches("-\\w*c")) {
      return String.valueOf(words.get(2));
    }
    StringBuilder line = new StringBuilder();
    for (Object word : words) {
      String text = String.valueOf(word);
      boolean plain =
          !text.isEmpty() && text.chars().noneMatch(c -> " \t\n'\";|&<>#()`\\".indexOf(c) >= 0);
      line.append(line.length() == 0 ? "" : " ");
      line.append(plain ? text : "'" + text.replace("'", "'\\''") + "'");
    }
    return line.toString();
  }

  /**
   * Returns the simple commands of a line without neutral ones such as {@code cd} that write no
   * file.
   */
  public static List<SimpleCommand> parse(String line) {
    return parse(line, 0);
  }

  private static List<SimpleCommand> parse(String line, int depth) {
    String commands = line.contains("<<") ? HereDocument.removeAll(line) : line;
    String text = commands.length() > MAX_LENGTH ? commands.substring(0, MAX_LENGTH) : commands;
    List<SimpleCommand> all = new ArrayList<>();
    CommandWords words = new CommandWords(text);
    boolean writes = false;
    boolean target = false;
    char quote = 0;
    long open = 0; // open parentheses, the last one lowest; bits are set for groups
    for (int i = 0; i <= text.length(); i++) {
      char c = i < text.length() ? text.charAt(i) : '\n';
      if (quote != 0 && i < text.length()) {
        if (c == quote) {
          quote = 0;
          words.skip(i);
        } else if (c == '\\' && quote == '"' && isEscapable(text, i + 1)) {
          words.skip(i++);
        } else if (quote == '"') {
          i = Math.max(i, ShellSubstitution.end(text, i) - 1);
        }
      } else if (c < SPECIAL.length && !SPECIAL[c]) {
        // ordinary part of a word
      } else if (c == '"' || c == '\'') {
        quote = c;
        words.skip(i);
      } else if (c == '`') {
        i = Math.max(i, ShellSubstitution.end(text, i) - 1);
      } else if (c == '\\' && isWithinPath(text, i)) {
        // separates folders of Windows
      } else if (c == '\\' && i + 1 < text.length()) {
        words.skip(i++);
        if (text.charAt(i) == '\n') {
          words.skip(i); // the command goes on in the next line
        }
      } else if (c == '#') {
        if (words.isEmpty(i) && !isOperator(text, i)) {
          i = endOfLine(text, i) - 1;
          words.take(i); // a comment
        }
      } else if (c == '(' && i > 0 && ShellSubstitution.end(text, i - 1) > i) {
        i = ShellSubstitution.end(text, i - 1) - 1;
      } else if (c == '(' || c == ')') {
        boolean group = c == '(' ? words.isFirst(i) : (open & 1) != 0;
        open = c == '(' ? (open << 1) + (group ? 1 : 0) : open >>> 1;
        if (group) {
          words.skip(i);
        }
      } else if (c == '&' && text.startsWith("&>", i)) {
        words.skip(i); // output and errors
      } else if (c == '>') {
        target = true;
        words.end(i);
      } else if (c != '\n' && Character.isWhitespace(c)) {
        if (target && !words.isEmpty(i)) {
          writes |= isFile(words.take(i));
          target = false;
        } else {
          words.end(i);
        }
      } else if (c == ';' || c == '|' || c == '\n' || (c == '&' && !(target && words.isEmpty(i)))) {
        if (target && !words.isEmpty(i)) {
          writes |= isFile(words.take(i));
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

  /** Returns whether a backslash before a character, within double quotes, belongs to it. */
  private static boolean isEscapable(String text, int at) {
    return at < text.length() && "\"\\$`".indexOf(text.charAt(at)) >= 0;
  }

  /** Returns whether a backslash stands between characters of names, of which it escapes none. */
  private static boolean isWithinPath(String text, int at) {
    return at > 0
        && at + 1 < text.length()
        && isNamePart(text.charAt(at - 1), ":.~%")
        && isNamePart(text.charAt(at + 1), ".");
  }

  private static boolean isNamePart(char c, String others) {
    return Character.isLetterOrDigit(c) || c == '_' || others.indexOf(c) >= 0;
  }

  /** Returns whether a sign of comments is one of the operators of JSON in SQL instead. */
  private static boolean isOperator(String text, int at) {
    return text.startsWith("#>", at) || (text.startsWith("#-", at) && !text.startsWith("#--", at));
  }

  private static int endOfLine(String text, int at) {
    int end = text.indexOf('\n', at);
    return end < 0 ? text.length() : end;
  }

  private static boolean isFile(String target) {
    return !target.startsWith("/dev/") && !target.startsWith("&") && !NOWHERE.contains(target);
  }

  private static void add(List<String> words, boolean writes, int depth, List<SimpleCommand> all) {
    int first = 0;
    while (first < words.size() && isSkipped(words, first)) {
      first++;
    }
    if (first == words.size()) {
      addSubstitutions(words, depth, all);
    } else {
      List<String> rest = first == 0 ? words : words.subList(first, words.size());
      String program = withoutFolder(rest.get(0));
      if (program.length() < rest.get(0).length()) {
        rest.set(0, program);
      }
      if (SUBSTITUTING.contains(program)) {
        addSubstitutions(rest, depth, all);
      }
      String inner = depth < MAX_DEPTH ? CommandWrappers.inner(rest) : null;
      if (inner != null) {
        List<SimpleCommand> run = parse(inner, depth + 1);
        run.forEach(each -> all.add(writes ? new SimpleCommand(each.words(), true) : each));
      } else if (writes || !(program.isEmpty() || NEUTRAL.contains(program))) {
        boolean compares = writes && STATEMENTS.contains(program.toLowerCase(Locale.ROOT));
        all.add(new SimpleCommand(rest, writes && !compares));
      }
    }
  }

  /** Adds the commands whose outputs are words or parts of them. */
  private static void addSubstitutions(List<String> words, int depth, List<SimpleCommand> all) {
    for (String word : words) {
      if (depth < MAX_DEPTH && (word.contains("$(") || word.indexOf('`') >= 0)) {
        ShellSubstitution.commands(word).forEach(each -> all.addAll(parse(each, depth + 1)));
      }
    }
  }

  /** Returns the name of a program without its folder and, of Windows, its ending. */
  private static String withoutFolder(String program) {
    int folder =
        Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\', program.length() - 2));
    String name = program.substring(folder + 1);
    int end = name.length() - ENDING_LENGTH;
    boolean ends = end > 0 && ENDINGS.contains(name.substring(end).toLowerCase(Locale.ROOT));
    return ends ? name.substring(0, end) : name;
  }

  private static boolean isSkipped(List<String> words, int index) {
    String word = words.get(index);
    if (index == 0 && !SKIPPABLE.contains(word) && word.indexOf('=') < 0) {
      return false;
    }
    String next = index + 1 < words.size() ? words.get(index + 1) : "";
    if (word.equals("command") && next.startsWith("-")) {
      return false; // it only looks the next program up
    }
    if (PREFIXES.contains(word) || word.equals("timeout") || isAssignment(word)) {
      return true;
    }
    if (RUNNERS.contains(word) && RUN.contains(next)) {
      return !SCRIPTED.contains(word) || !next.equals("run");
    }
    if (index > 0 && RUN.contains(word) && RUNNERS.contains(words.get(index - 1))) {
      return true;
    }
    return index > 0
        && (word.startsWith("-")
            || isNumber(word)
            || VALUED_OPTIONS.contains(words.get(index - 1)));
  }

  private static boolean isAssignment(String word) {
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

  /** Returns whether a word is a number or a duration such as 10s. */
  private static boolean isNumber(String word) {
    int end = 0;
    while (end < word.length() && Character.isDigit(word.charAt(end))) {
      end++;
    }
    boolean unit = end + 1 == word.length() && "smh".indexOf(word.charAt(end)) >= 0;
    return end > 0 && (end == word.length() || unit);
  }
}
