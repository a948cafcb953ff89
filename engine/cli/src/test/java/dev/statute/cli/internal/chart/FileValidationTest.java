package dev.statute.cli.internal.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.ChartLoader;
import dev.statute.yaml.PackFinder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileValidationTest {
  @TempDir private Path home;

  private Path write(String file, String text) throws IOException {
    Path path = home.resolve(file);
    Files.createDirectories(path.getParent());
    return Files.writeString(path, text);
  }

  /** Shown by the known packs after the deletion of one. */
  @Test
  void the_packs_that_profiles_set_are_read_once_for_a_folder_of_profiles() throws IOException {
    PackFinder finder = new PackFinder(home, getClass().getClassLoader());
    FileValidation validation = new FileValidation(ChartLoader.standard().finder(finder));
    Path pack = write("rules/limits.pack.yaml", "settings: { limit: { type: int, default: 3 } }\n");
    write("rules/limits.drl", "package limits\n");
    Path day = write("rules/profiles/day.yaml", "limit: 4\n");
    Path night = write("rules/profiles/night.yaml", "limit: many\n");
    assertThat(validation.check(day)).isEmpty();
    Files.delete(pack);
    assertThat(validation.check(night)).extracting(each -> each.code()).containsExactly("P302");
  }
}
