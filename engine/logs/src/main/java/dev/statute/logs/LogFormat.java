package dev.statute.logs;

import dev.statute.logs.internal.FormCatalogue;
import dev.statute.logs.internal.FormDescription;
import dev.statute.problem.Loaded;
import dev.statute.problem.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Form of a session log, by its description: a file {@code NAME.log.yaml} of the class path, or one
 * of the user's. Immutable.
 */
public final class LogFormat {
  /** Input lines of this engine, which need no translation. */
  public static final LogFormat STATUTE = new LogFormat("statute", null);

  private final String word;
  private final @Nullable FormDescription description;

  private LogFormat(String word, @Nullable FormDescription description) {
    this.word = word;
    this.description = description;
  }

  private static final class Shipped {
    private static final List<LogFormat> ALL = all();
    private static final List<FormDescription> DESCRIPTIONS =
        ALL.stream().map(LogFormat::description).flatMap(Stream::ofNullable).toList();

    private static List<LogFormat> all() {
      List<LogFormat> all = new ArrayList<>(List.of(STATUTE));
      FormCatalogue.shipped().forEach(form -> all.add(new LogFormat(form.name(), form)));
      return List.copyOf(all);
    }
  }

  /** All formats that need no description of the user's. */
  public static List<LogFormat> values() {
    return Shipped.ALL;
  }

  /** Descriptions of all formats but our own. */
  static List<FormDescription> descriptions() {
    return Shipped.DESCRIPTIONS;
  }

  /** Name on a command line, such as {@code claude-code}. */
  public String word() {
    return word;
  }

  /** Description; null for input lines of this engine. */
  public @Nullable FormDescription description() {
    return description;
  }

  /** Tests for a form that is read, not only recognized. */
  public boolean isRead() {
    return description == null || description.refuse().isEmpty();
  }

  /** Lists the names of all formats, for messages. */
  public static String words() {
    return values().stream()
        .filter(LogFormat::isRead)
        .map(LogFormat::word)
        .collect(Collectors.joining(", "));
  }

  /** Finds a format by its name on a command line. */
  public static Optional<LogFormat> ofWord(String word) {
    return values().stream().filter(each -> each.word.equals(word) && each.isRead()).findFirst();
  }

  /** Returns the format of a shipped description. */
  static LogFormat of(FormDescription form) {
    return values().stream()
        .filter(each -> form.equals(each.description))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Returns a format by its name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static LogFormat of(String word) {
    return ofWord(word).orElseThrow(() -> new IllegalArgumentException("no format " + word));
  }

  /** Reads the description of a form of logs. */
  public static Loaded<LogFormat> read(Source description) {
    Loaded<FormDescription> form = FormCatalogue.read(description);
    FormDescription value = form.value();
    return new Loaded<>(value == null ? null : new LogFormat(value.name(), value), form.problems());
  }

  @Override
  public String toString() {
    return word;
  }
}
