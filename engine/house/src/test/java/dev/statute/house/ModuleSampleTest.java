package dev.statute.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compilation of a program outside the build, {@code samples/module}, against the core's module.
 */
class ModuleSampleTest {
  private static final Path SAMPLE = HouseFiles.ROOT.resolve("samples/module");

  @TempDir private Path output;

  /** Returns the errors of the sample's descriptor and one of its classes, without places. */
  private List<String> errors(String type) throws IOException, URISyntaxException {
    Path core = HouseFiles.classes(HouseFiles.ROOT.resolve("engine/core"));
    assumeTrue(Files.exists(core.resolve("module-info.class")), "needs the core compiled");
    String modulePath =
        String.join(
            File.pathSeparator,
            core.toString(),
            jar(com.google.re2j.Pattern.class),
            jar(org.jspecify.annotations.Nullable.class));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      compiler
          .getTask(
              null,
              files,
              problems,
              List.of("--module-path", modulePath, "-d", output.toString()),
              null,
              files.getJavaFileObjects(
                  SAMPLE.resolve("module-info.java"), SAMPLE.resolve("example/" + type + ".java")))
          .call();
    }
    return problems.getDiagnostics().stream()
        .filter(problem -> problem.getKind() == Diagnostic.Kind.ERROR)
        .map(problem -> problem.getMessage(Locale.ROOT))
        .toList();
  }

  private static String jar(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }

  @Test
  void a_program_compiles_with_the_exported_packages() throws IOException, URISyntaxException {
    assertThat(errors("Program")).isEmpty();
  }

  @Test
  void a_program_cannot_name_a_hidden_package() throws IOException, URISyntaxException {
    assertThat(errors("HiddenPackages"))
        .hasSize(3)
        .anyMatch(error -> error.startsWith("package dev.statute.chart.check is not visible"))
        .anyMatch(error -> error.startsWith("package dev.statute.expr is not visible"))
        .anyMatch(error -> error.startsWith("package dev.statute.step.internal.model is not"));
  }
}
