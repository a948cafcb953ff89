package dev.statute.progress.internal.call;

import java.util.HashSet;
import java.util.Set;

/**
 * Complaint of the programs of a command line, such as {@code cat: a.txt: No such file or
 * directory}: each line of the output begins with the name of one of them or of a shell. It tells a
 * failure where neither a flag nor an exit code does.
 */
final class ShellComplaint {
  private ShellComplaint() {}

  static boolean matches(String output, String command) {
    Set<String> names = new HashSet<>(CommandWrappers.SHELLS);
    ShellCommandParser.parse(command).forEach(each -> names.add(each.program()));
    return !output.isBlank()
        && output.lines().filter(line -> !line.isBlank()).allMatch(line -> isFrom(line, names));
  }

  private static boolean isFrom(String line, Set<String> names) {
    int end = line.indexOf(": ");
    return end > 0 && names.contains(line.substring(line.lastIndexOf('/', end) + 1, end));
  }
}
