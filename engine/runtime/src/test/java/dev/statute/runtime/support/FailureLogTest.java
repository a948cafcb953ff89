package dev.statute.runtime.support;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoMoreInteractions;

import dev.statute.store.StoreException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

class FailureLogTest {
  private final Logger logger = mock(Logger.class);
  private final FailureLog failures = new FailureLog(logger);

  private void fail(String part, RuntimeException e) {
    failures.run(
        part,
        () -> {
          throw e;
        });
  }

  @Test
  void each_kind_of_failure_of_a_part_is_logged_once_until_the_part_succeeds() {
    StoreException gone = new StoreException("unreachable", "no answer", null);
    StoreException full = new StoreException("full", "no space", null);
    IllegalStateException damaged = new IllegalStateException("damaged row");
    for (int i = 0; i < 3; i++) {
      fail("claim turns", gone);
      failures.run("renew turns", () -> {});
      fail("claim turns", full);
      fail("claim turns", damaged);
      fail("renew calls", gone);
    }
    for (RuntimeException each : List.of(gone, full, damaged)) {
      verify(logger).warn("cannot {}; trying again until it succeeds", "claim turns", each);
    }
    verify(logger).warn("cannot {}; trying again until it succeeds", "renew calls", gone);
    verifyNoMoreInteractions(logger);
  }

  @Test
  void a_part_that_is_no_part_of_the_work_any_more_is_forgotten() {
    StoreException gone = new StoreException("unreachable", "no answer", null);
    for (int i = 0; i < 2; i++) {
      fail("read a", gone);
      fail("read b", gone);
      failures.retain("read b"::equals);
    }
    verify(logger, times(2)).warn("cannot {}; trying again until it succeeds", "read a", gone);
    verify(logger).warn("cannot {}; trying again until it succeeds", "read b", gone);
    verifyNoMoreInteractions(logger);
  }

  @Test
  void a_failure_after_a_success_is_logged_again() {
    StoreException gone = new StoreException("unreachable", "no answer", null);
    for (int i = 0; i < 2; i++) {
      fail("claim turns", gone);
      fail("claim turns", gone);
      failures.run("claim turns", () -> {});
      failures.run("claim turns", () -> {});
    }
    verify(logger, times(2)).warn(anyString(), any(), any());
    verify(logger, times(2)).info("can {} again", "claim turns");
    verifyNoMoreInteractions(logger);
  }
}
