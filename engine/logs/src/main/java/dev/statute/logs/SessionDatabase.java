package dev.statute.logs;

import dev.statute.logs.internal.DatabaseRows;
import dev.statute.logs.internal.FormDescription;
import dev.statute.logs.internal.FormDescription.Rows;
import dev.statute.problem.Loaded;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.Source;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sessions in a database of SQLite, each by the path {@code DATABASE#SESSION}. The database is
 * opened for reading only; one that is locked or damaged is a problem. Immutable.
 */
public final class SessionDatabase {
  private static final char SEPARATOR = '#';

  /** Codes of SQLite for a database that is locked. */
  private static final Set<Integer> BUSY = Set.of(5, 6);

  private final Path path;
  private final Path file;
  private final @Nullable String session;

  private SessionDatabase(Path path, Path file, @Nullable String session) {
    this.path = path;
    this.file = file;
    this.session = session;
  }

  /** Returns the database, or the session in one, that a path names; empty for any other file. */
  public static Optional<SessionDatabase> of(Path path) {
    if (DatabaseRows.isDatabase(path)) {
      return Optional.of(new SessionDatabase(path, path, null));
    }
    String text = path.toString();
    for (int at = text.indexOf(SEPARATOR); at > 0; at = text.indexOf(SEPARATOR, at + 1)) {
      Path file = path.getFileSystem().getPath(text.substring(0, at));
      if (DatabaseRows.isDatabase(file)) {
        return Optional.of(new SessionDatabase(path, file, text.substring(at + 1)));
      }
    }
    return Optional.empty();
  }

  /**
   * Lists the paths of the sessions; only the path itself if it names one, or none can be read.
   *
   * @param format form of the sessions; null = any that the tables show
   */
  public List<Path> sessions(@Nullable LogFormat format) {
    Set<String> found = new LinkedHashSet<>();
    if (session == null) {
      try (DatabaseRows rows = DatabaseRows.open(file)) {
        for (LogFormat each : candidates(format)) {
          Rows held = rows.rowsOf(form(each));
          found.addAll(held == null ? List.of() : rows.sessions(held));
        }
      } catch (SQLException e) {
        found.clear(); // reading says why
      }
    }
    return found.isEmpty()
        ? List.of(path)
        : found.stream()
            .map(each -> file.getFileSystem().getPath(file.toString() + SEPARATOR + each))
            .toList();
  }

  /**
   * Reads the session.
   *
   * @param format its form; null = the one whose tables hold it
   */
  public Loaded<SessionLog> read(@Nullable LogFormat format) {
    try (DatabaseRows rows = DatabaseRows.open(file)) {
      boolean known = false;
      for (LogFormat each : candidates(format)) {
        Rows held = rows.rowsOf(form(each));
        known |= held != null;
        String text = held == null || session == null ? "" : rows.read(held, session);
        if (!text.isEmpty()) {
          return SessionLog.read(each, new Source(path.toString(), text));
        }
      }
      return problem(
          known
              ? session == null
                  ? "there is no session in this database"
                  : "there is no session '" + session + "' in this database"
              : "this is a database of SQLite without tables of a form that is known",
          "export the session with the agent's program, or describe its rows and use --form");
    } catch (SQLException e) {
      return problem(
          "this database cannot be read: " + e.getMessage(),
          BUSY.contains(e.getErrorCode())
              ? "end the program that writes it"
              : "copy it anew with the files beside it, or export the session with the agent's"
                  + " program");
    }
  }

  private Loaded<SessionLog> problem(String message, String fix) {
    return new Loaded<>(
        null, List.of(Problem.error("L301", new Place(path.toString(), 1, 1), message, fix)));
  }

  private static List<LogFormat> candidates(@Nullable LogFormat format) {
    List<LogFormat> candidates = new ArrayList<>();
    for (LogFormat each : format == null ? LogFormat.values() : List.of(format)) {
      FormDescription form = each.description();
      if (form != null && !form.layout().rows().isEmpty()) {
        candidates.add(each);
      }
    }
    return candidates;
  }

  private static FormDescription form(LogFormat format) {
    FormDescription form = format.description();
    if (form == null) {
      throw new IllegalArgumentException("no description of " + format);
    }
    return form;
  }
}
