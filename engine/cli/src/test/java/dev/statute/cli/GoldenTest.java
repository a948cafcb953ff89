package dev.statute.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs the commands in {@code cases/NAME/NAME.cmd} and compares their output with {@code
 * NAME.golden} beside it. A line of a {@code .cmd} is a command with words separated by blanks;
 * {@code @} is the folder of the case, {@code < FILE} its input. {@code -Dgolden.write=true} writes
 * the actual output; read the difference before it is committed.
 */
class GoldenTest {
  private static final Path CASES = Path.of("src/test/resources/cases");
  private static final boolean WRITE = Boolean.getBoolean("golden.write");

  @TestFactory
  Stream<DynamicTest> every_case_prints_its_golden_file() throws IOException {
    List<Path> commands;
    try (Stream<Path> all = Files.walk(CASES)) {
      commands = all.filter(file -> file.toString().endsWith(".cmd")).sorted().toList();
    }
    assertThat(commands).isNotEmpty();
    return commands.stream()
        .map(file -> DynamicTest.dynamicTest(name(file), file.toUri(), () -> check(file)));
  }

  private static String name(Path file) {
    return CASES.relativize(file).toString().replace(".cmd", "");
  }

  private static void check(Path file) throws IOException {
    StringBuilder printed = new StringBuilder();
    for (String line : Files.readAllLines(file)) {
      printed.append("$ statute ").append(line).append('\n');
      CommandResult invoked = invoke(file.getParent(), line);
      printed.append(invoked.out());
      invoked.err().lines().forEach(talk -> printed.append("! ").append(talk).append('\n'));
      printed.append("= ").append(invoked.code()).append("\n\n");
    }
    Path golden = file.resolveSibling(file.getFileName().toString().replace(".cmd", ".golden"));
    if (WRITE) {
      Files.writeString(golden, printed);
      return;
    }
    assertThat(printed.toString()).isEqualTo(Files.readString(golden));
  }

  private static CommandResult invoke(Path folder, String line) throws IOException {
    List<String> words = new ArrayList<>();
    String input = "";
    for (String part : line.strip().split(" +")) {
      words.add(part.replace("@", folder.toString()));
    }
    int from = words.indexOf("<");
    if (from >= 0) {
      input = Files.readString(Path.of(words.get(from + 1)));
      words = words.subList(0, from);
    }
    return CommandResult.run(input, words.toArray(String[]::new));
  }
}
