package dev.statute.cli.internal.store;

import dev.statute.cli.internal.console.UsageException;
import dev.statute.jdbc.JdbcStore;
import dev.statute.jdbc.PostgresDoorbell;
import dev.statute.jdbc.PostgresSettings;
import dev.statute.problem.SpellingSuggestion;
import dev.statute.store.Doorbell;
import dev.statute.store.Durability;
import dev.statute.store.InstanceAdministration.Filter;
import dev.statute.store.InstanceAdministration.InstanceSummary;
import dev.statute.store.InstanceStore;
import dev.statute.store.InstanceStore.Status;
import dev.statute.store.LocalDoorbell;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnStore;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Factory of stores named on the command line: an SQLite file, or a PostgreSQL database. */
public final class StoreOpener {
  private static final int PAGE = 1_000;

  /** URL of another kind; one letter before the colon would be a drive. */
  private static final Pattern ADDRESS = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]+:");

  private static final int MAX_PORT = 65_535;
  private static final String EXPECTED_FORM = "it is written postgresql://USER@HOST:PORT/DATABASE";
  private static final String NO_STORE =
      "is no store: that is an SQLite file or postgresql://USER@HOST:PORT/DATABASE";

  private StoreOpener() {}

  /** Opens a store; creates a missing file. */
  public static JdbcStore openOrCreate(String where) {
    String url = postgres(where);
    return url == null
        ? JdbcStore.sqlite(path(where), Durability.POWER_SAFE)
        : JdbcStore.postgres(url, PostgresSettings.DEFAULT);
  }

  /** Doorbell between the workers of a store; none for a shared file. */
  public static Doorbell doorbell(String where) {
    String url = postgres(where);
    return url == null ? new LocalDoorbell() : PostgresDoorbell.open(url, "statute");
  }

  /** Returns the name of a store for messages: of a database without user and password. */
  public static String displayName(String where) {
    String url = postgres(where);
    return url == null ? where : JdbcStore.displayName(url);
  }

  /** Tests whether a store is a file of this machine. */
  public static boolean isFile(String where) {
    return postgres(where) == null;
  }

  /** Opens an existing store. */
  public static JdbcStore open(String where) {
    if (postgres(where) == null && !Files.exists(path(where))) {
      throw new UsageException("there is no store '" + where + "'; 'statute store init' makes one");
    }
    return openOrCreate(where);
  }

  /** Address for the driver, or null for a file. */
  private static @Nullable String postgres(String where) {
    if (where.startsWith("jdbc:postgresql:")) {
      return where;
    }
    if (!where.startsWith("postgresql://") && !where.startsWith("postgres://")) {
      if (ADDRESS.matcher(where).lookingAt()) {
        throw new UsageException("'" + where.substring(0, where.indexOf(':')) + ":…' " + NO_STORE);
      }
      return null;
    }
    // messages about an address omit it, because it may contain a password
    URI uri;
    try {
      uri = new URI(where);
    } catch (URISyntaxException e) {
      throw new UsageException(
          "the address of the database cannot be read at character "
              + (e.getIndex() + 1)
              + ": "
              + e.getReason()
              + "; "
              + EXPECTED_FORM);
    }
    if (uri.getHost() == null || uri.getRawPath().length() < 2) {
      throw new UsageException(
          "the address names no "
              + (uri.getHost() == null ? "host that can be read" : "database")
              + "; "
              + EXPECTED_FORM);
    }
    if (uri.getPort() > MAX_PORT) {
      throw new UsageException(
          "the address has port " + uri.getPort() + ", above 65535; " + EXPECTED_FORM);
    }
    StringJoiner query = new StringJoiner("&", "?", "").setEmptyValue("");
    String user = uri.getRawUserInfo();
    if (user != null) {
      int colon = user.indexOf(':');
      query.add("user=" + (colon < 0 ? user : user.substring(0, colon)));
      if (colon >= 0) {
        query.add("password=" + user.substring(colon + 1));
      }
    }
    if (uri.getRawQuery() != null) {
      query.add(uri.getRawQuery());
    }
    String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
    return "jdbc:postgresql://" + uri.getHost() + port + uri.getRawPath() + query;
  }

  private static Path path(String where) {
    try {
      return Path.of(where);
    } catch (InvalidPathException e) {
      throw new UsageException("'" + where + "' is neither a path nor a PostgreSQL address");
    }
  }

  /**
   * Lists all instances, ordered by id.
   *
   * @param statuses empty = all
   * @param chart null = all
   */
  public static List<InstanceSummary> instances(
      InstanceStore store, List<Status> statuses, @Nullable String chart) {
    List<InstanceSummary> all = new ArrayList<>();
    List<InstanceSummary> page;
    String after = "";
    do {
      page = store.list(new Filter(statuses, chart, after, PAGE));
      all.addAll(page);
      after = page.isEmpty() ? after : page.get(page.size() - 1).id();
    } while (page.size() == PAGE);
    return all;
  }

  /** Lists all agents, ordered by id. */
  public static List<Head> agents(TurnStore store) {
    List<Head> all = new ArrayList<>();
    List<Head> page;
    do {
      page = store.heads(all.isEmpty() ? "" : all.get(all.size() - 1).agent(), PAGE);
      all.addAll(page);
    } while (page.size() == PAGE);
    return all;
  }

  static UsageException unknownInstance(InstanceStore store, String where, String id) {
    List<String> ids = store.list(Filter.all(PAGE)).stream().map(InstanceSummary::id).toList();
    String near = SpellingSuggestion.nearest(id, ids);
    return new UsageException(
        "there is no instance '"
            + id
            + "' in "
            + displayName(where)
            + (near == null
                ? "; 'statute store ls' lists them"
                : ", did you mean '" + near + "'?"));
  }
}
