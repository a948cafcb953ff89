package dev.statute.spring.internal;

import dev.statute.ChartLoader;
import dev.statute.Statute;
import dev.statute.spring.StatuteProperties;
import java.nio.file.Path;
import java.util.List;

/** Charts and rules of the properties. */
public final class ChartPlaces {
  private static final String CLASS_PATH = "classpath:";

  private ChartPlaces() {}

  /**
   * Loads them.
   *
   * @throws dev.statute.StatuteException with all problems of all files
   */
  public static Statute load(StatuteProperties properties) {
    ChartLoader loader =
        Statute.loader().profile(properties.profile()).settings(properties.settings());
    for (String rule : properties.rules()) {
      loader = loader.rules(Path.of(rule));
    }
    List<String> charts = properties.charts();
    if (charts.stream().noneMatch(place -> place.startsWith(CLASS_PATH))) {
      return loader.load(charts.stream().map(Path::of).toArray(Path[]::new));
    }
    if (charts.size() > 1) {
      throw new IllegalArgumentException(
          "statute.charts names " + charts + "; a place on the class path stands alone");
    }
    String place = charts.get(0).substring(CLASS_PATH.length());
    return loader.fromClassPath(place.replaceAll("^/+|/+$", ""));
  }
}
