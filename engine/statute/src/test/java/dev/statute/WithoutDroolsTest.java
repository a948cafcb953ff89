package dev.statute;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Charts without rules, on a class path without Drools. */
class WithoutDroolsTest {
  @Test
  void charts_without_rules_need_no_rule_engine(@TempDir Path folder) throws Exception {
    Path chart =
        Files.writeString(
            folder.resolve("lamp.yaml"), "chart: lamp\nstates: { on: {}, off: {} }\n");
    List<URL> elements = new ArrayList<>();
    for (String element : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (!element.matches(".*[/\\\\](drools|kie)-[\\w-]+-\\d[\\w.]*\\.jar")) {
        elements.add(Path.of(element).toUri().toURL());
      }
    }
    try (URLClassLoader loader =
        new URLClassLoader(elements.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      assertThat(loader.getResource("org/kie/api/KieServices.class")).isNull();
      Object statute =
          loader
              .loadClass("dev.statute.Statute")
              .getMethod("load", Path[].class)
              .invoke(null, (Object) new Path[] {chart});
      assertThat(statute).isInstanceOf(AutoCloseable.class);
      ((AutoCloseable) statute).close();
    }
  }
}
