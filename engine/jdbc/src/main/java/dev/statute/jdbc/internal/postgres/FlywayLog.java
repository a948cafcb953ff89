package dev.statute.jdbc.internal.postgres;

import org.flywaydb.core.api.logging.Log;
import org.flywaydb.core.api.logging.LogCreator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Flyway's messages: its progress at DEBUG, as {@link TableMigration} logs one line itself. */
public final class FlywayLog implements LogCreator {
  @Override
  public Log createLogger(Class<?> type) {
    return new Quiet(LoggerFactory.getLogger(type));
  }

  private record Quiet(Logger logger) implements Log {
    @Override
    public void debug(String message) {
      logger.debug(message);
    }

    @Override
    public void info(String message) {
      logger.debug(message);
    }

    @Override
    public void notice(String message) {
      logger.debug(message);
    }

    @Override
    public void warn(String message) {
      logger.warn(message);
    }

    @Override
    public void error(String message) {
      logger.error(message);
    }

    @Override
    public void error(String message, Exception cause) {
      logger.error(message, cause);
    }
  }
}
