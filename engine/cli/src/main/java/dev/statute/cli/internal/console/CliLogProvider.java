package dev.statute.cli.internal.console;

import dev.statute.problem.VisibleText;
import dev.statute.store.StoreException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Logger;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.helpers.NOPLogger;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * Logging of engines, workers, stores and servers to the error stream while a command runs, one
 * line per message. An error that is no fault of a store has its stack trace below. Other loggers
 * are off, because commands report their results themselves. SLF4J finds this by name; thread-safe.
 */
public final class CliLogProvider implements SLF4JServiceProvider {
  /** Loggers of background work, which has no other report. */
  private static final List<String> REPORTED_LOGGERS =
      List.of(
          "dev.statute.runtime.",
          "dev.statute.turns.",
          "dev.statute.jdbc.",
          "dev.statute.nats.",
          "dev.statute.server.",
          "dev.statute.guard.",
          "dev.statute.telemetry.",
          "dev.statute.cli.");

  private final Map<String, Logger> loggers = new ConcurrentHashMap<>();
  private final IMarkerFactory markers = new BasicMarkerFactory();
  private final MDCAdapter context = new NOPMDCAdapter();

  @Override
  public ILoggerFactory getLoggerFactory() {
    return name -> loggers.computeIfAbsent(name, CliLogProvider::logger);
  }

  private static Logger logger(String name) {
    return REPORTED_LOGGERS.stream().anyMatch(name::startsWith)
        ? new LineLogger(name)
        : NOPLogger.NOP_LOGGER;
  }

  @Override
  public IMarkerFactory getMarkerFactory() {
    return markers;
  }

  @Override
  public MDCAdapter getMDCAdapter() {
    return context;
  }

  /** Newest supported version of SLF4J's interface. */
  @Override
  public String getRequestedApiVersion() {
    return "2.0.99";
  }

  @Override
  public void initialize() {}

  /** Logger of warnings and errors as lines, without the place in the program. */
  private static final class LineLogger extends LegacyAbstractLogger {
    private static final long serialVersionUID = 1;

    LineLogger(String logger) {
      name = logger;
    }

    @Override
    public boolean isTraceEnabled() {
      return false;
    }

    @Override
    public boolean isDebugEnabled() {
      return false;
    }

    @Override
    public boolean isInfoEnabled() {
      return false;
    }

    @Override
    public boolean isWarnEnabled() {
      return true;
    }

    @Override
    public boolean isErrorEnabled() {
      return true;
    }

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
      return null;
    }

    @Override
    protected void handleNormalizedLoggingCall(
        Level level,
        @Nullable Marker marker,
        String pattern,
        Object @Nullable [] values,
        @Nullable Throwable thrown) {
      String text = MessageFormatter.basicArrayFormat(pattern, values);
      String word = level == Level.ERROR ? "error: " : "warning: ";
      System.err.println(
          VisibleText.escape(word + text + (thrown == null ? "" : causeText(text, thrown))));
      if (level == Level.ERROR && thrown != null && !(thrown instanceof StoreException)) {
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        System.err.print(VisibleText.escape(trace.toString()));
      }
    }

    /** Message of the exception, unless the line contains it. */
    private static String causeText(String text, Throwable thrown) {
      Throwable cause = thrown.getCause();
      Throwable shown = thrown instanceof CompletionException && cause != null ? cause : thrown;
      String message = shown.getMessage();
      return message == null || text.contains(message) ? "" : ": " + message;
    }
  }
}
