package dev.statute.cli.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.store.StoreException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class CliLogProviderTest {
  private static String output(Runnable action) {
    PrintStream before = System.err;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      action.run();
    } finally {
      System.setErr(before);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void faults_of_workers_and_stores_are_lines_on_the_error_stream() {
    Logger worker = LoggerFactory.getLogger("dev.statute.turns.TurnWorker");
    RuntimeException full = new CompletionException(new IllegalStateException("the disk is full"));
    assertThat(output(() -> worker.warn("worker {} cannot look at its store", "anna", full)))
        .isEqualTo("warning: worker anna cannot look at its store: the disk is full\n");
    Logger store = LoggerFactory.getLogger("dev.statute.jdbc.GroupWriter");
    assertThat(output(() -> store.error("row {} is damaged", 7)))
        .isEqualTo("error: row 7 is damaged\n");
  }

  @Test
  void an_error_of_the_engine_has_its_trace_and_one_of_a_store_has_none() {
    Logger engine = LoggerFactory.getLogger("dev.statute.runtime.Engine");
    assertThat(output(() -> engine.error("a step failed", new IllegalStateException("no room"))))
        .startsWith(
            "error: a step failed: no room\njava.lang.IllegalStateException: no room\n\tat ")
        .contains("CliLogProviderTest");
    StoreException gone = new StoreException("unreachable", "the store is gone", null);
    assertThat(output(() -> engine.error("cannot read a row", gone)))
        .isEqualTo("error: cannot read a row: the store is gone\n");
    assertThat(output(() -> engine.warn("handler 'mail' failed", new RuntimeException("refused"))))
        .isEqualTo("warning: handler 'mail' failed: refused\n");
  }

  @Test
  void other_loggers_print_nothing() {
    String output =
        output(
            () -> {
              LoggerFactory.getLogger("dev.statute.jdbc.StoreSchema").info("tables go on");
              LoggerFactory.getLogger("dev.statute.log.lamp").error("a chart's own words");
              LoggerFactory.getLogger("org.drools").error("about itself");
            });
    assertThat(output).isEmpty();
  }
}
