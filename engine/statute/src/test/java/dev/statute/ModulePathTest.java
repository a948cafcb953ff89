package dev.statute;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The entry on the module path: no module beside it needs to be named. */
class ModulePathTest {
  @TempDir private Path folder;

  @Test
  void requiring_the_entry_is_enough() throws IOException, InterruptedException {
    Files.writeString(
        folder.resolve("order.yaml"),
        """
        chart: order
        policies: [order]
        states:
          open: { on: { approve: approved } }
          approved: { final: true }
        """);
    Files.writeString(
        folder.resolve("order.drl"),
        """
        package order
        import dev.statute.policy.*
        rule "no one approves an own order"
        when
          $t : Transition( event == "approve", payload.text("by") == "ann" )
        then
          insert( new Deny($t, "ann wrote it") );
        end
        """);
    List<String> classPath =
        List.of(System.getProperty("java.class.path").split(File.pathSeparator, -1));
    String modules =
        classPath.stream()
            .filter(entry -> !entry.endsWith("test-classes"))
            .collect(Collectors.joining(File.pathSeparator));
    String tests =
        classPath.stream()
            .filter(entry -> entry.endsWith("test-classes"))
            .findFirst()
            .orElseThrow();
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--module-path",
            modules,
            "--add-modules",
            "dev.statute",
            "--class-path",
            tests,
            "example.ModularProgram",
            folder.toString());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(printed).isZero();
    assertThat(printed).contains("module dev.statute: denied");
  }
}
