package dev.statute.server.internal.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.Statute;
import dev.statute.step.Chart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory of the pictures of charts. */
class ChartPicturesTest {
  @TempDir private Path folder;

  private Chart chart(String name) throws IOException {
    Path file = folder.resolve(name + ".yaml");
    Files.writeString(file, "chart: " + name + "\nstates: { b: {} }\n");
    try (Statute statute = Statute.load(file)) {
      return statute.chart(name).chart();
    }
  }

  @Test
  void a_picture_is_kept_until_others_were_asked_for() throws IOException {
    ChartPictures pictures = new ChartPictures(2);
    Chart first = chart("first");
    String picture = pictures.svg(first);
    pictures.svg(chart("second"));
    assertThat(pictures.svg(first)).isSameAs(picture);
    pictures.svg(chart("third"));
    pictures.svg(chart("fourth"));
    assertThat(pictures.svg(first)).isEqualTo(picture).isNotSameAs(picture);
  }
}
