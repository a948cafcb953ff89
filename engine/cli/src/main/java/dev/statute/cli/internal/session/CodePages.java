package dev.statute.cli.internal.session;

import dev.statute.cli.internal.console.ClassPathResources;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Documentation pages of all problem codes, which the modules contain. */
final class CodePages {
  private static final String FOLDER = "META-INF/statute/codes";
  private static final String END = ".md";

  private CodePages() {}

  /** Lists all codes, sorted. */
  static List<String> codes() throws IOException {
    return ClassPathResources.list(FOLDER).stream()
        .filter(name -> name.endsWith(END))
        .map(name -> name.substring(0, name.length() - END.length()))
        .toList();
  }

  /** Reads the page of a code, ignoring case; null if the code is unknown. */
  static @Nullable String read(String code) throws IOException {
    for (String known : codes()) {
      if (known.toLowerCase(Locale.ROOT).equals(code.toLowerCase(Locale.ROOT))) {
        return ClassPathResources.text(FOLDER + "/" + known + END);
      }
    }
    return null;
  }

  /** Titles by code, sorted. */
  static Map<String, String> titles() throws IOException {
    Map<String, String> titles = new TreeMap<>();
    for (String code : codes()) {
      String first =
          ClassPathResources.text(FOLDER + "/" + code + END).lines().findFirst().orElse("");
      titles.put(code, first.replaceFirst("^#\\s*" + code + "\\s*", ""));
    }
    return titles;
  }
}
