package dev.statute.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores in a class loader without the optional libraries. */
class MissingDriverTest {
  @TempDir private Path folder;

  @Test
  void a_file_without_the_driver_of_sqlite_is_refused_with_the_artifact_to_add() throws Exception {
    try (URLClassLoader without = classPathWithout("sqlite-jdbc")) {
      Path file = folder.resolve("app.db");
      assertThat(
              failure(
                  () -> store(without).getMethod("sqlite", Path.class).invoke(null, (Object) file)))
          .isEqualTo(
              "no-driver: stores in SQLite need the class org.sqlite.SQLiteConfig, which is not on"
                  + " the class path; add the dependency 'statute-sqlite', of the same group and"
                  + " version as statute-jdbc");
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void an_address_without_the_driver_of_postgresql_is_refused_with_the_artifact_to_add()
      throws Exception {
    try (URLClassLoader without = classPathWithout("postgresql-")) {
      assertThat(postgres(without, String.class, "jdbc:postgresql://localhost/app"))
          .startsWith("no-driver: stores in PostgreSQL need the class org.postgresql.ds.")
          .contains("'statute-postgres'");
    }
  }

  @Test
  void connections_of_the_host_need_the_migration_of_tables_all_the_same() throws Exception {
    DataSource source = new org.postgresql.ds.PGSimpleDataSource();
    for (String library : List.of("flyway-core", "flyway-database-postgresql")) {
      try (URLClassLoader without = classPathWithout(library)) {
        assertThat(postgres(without, DataSource.class, source))
            .startsWith("no-driver: stores in PostgreSQL need the class org.flywaydb.")
            .contains("'statute-postgres'");
      }
    }
  }

  private static String postgres(ClassLoader loader, Class<?> type, Object address)
      throws ReflectiveOperationException {
    Class<?> settings = loader.loadClass("dev.statute.jdbc.PostgresSettings");
    Object standard = settings.getField("DEFAULT").get(null);
    return failure(
        () -> store(loader).getMethod("postgres", type, settings).invoke(null, address, standard));
  }

  private static Class<?> store(ClassLoader loader) throws ClassNotFoundException {
    return loader.loadClass("dev.statute.jdbc.JdbcStore");
  }

  private interface Opening {
    Object run() throws ReflectiveOperationException;
  }

  /** Code and message; the exception is of a class of the other loader. */
  private static String failure(Opening opening) throws ReflectiveOperationException {
    try {
      return "opened " + opening.run();
    } catch (InvocationTargetException e) {
      Throwable cause = e.getCause();
      assertThat(cause.getClass().getName()).isEqualTo("dev.statute.store.StoreException");
      return cause.getClass().getMethod("code").invoke(cause) + ": " + cause.getMessage();
    }
  }

  private static URLClassLoader classPathWithout(String jar) {
    List<String> all = List.of(System.getProperty("java.class.path").split(File.pathSeparator, -1));
    URL[] kept =
        all.stream()
            .filter(each -> !Path.of(each).getFileName().toString().startsWith(jar))
            .map(MissingDriverTest::url)
            .toArray(URL[]::new);
    assertThat(kept.length).as("jars without %s of %s", jar, all).isLessThan(all.size());
    return new URLClassLoader(kept, ClassLoader.getPlatformClassLoader());
  }

  private static URL url(String path) {
    try {
      return Path.of(path).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
  }
}
