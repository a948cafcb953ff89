package dev.statute.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.statute.jdbc.fixture.PostgresServer;
import dev.statute.store.Doorbell;
import dev.statute.store.DoorbellContract;
import dev.statute.store.Subscription;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PostgresDoorbellTest extends DoorbellContract {
  private final PostgresDoorbell one = PostgresDoorbell.open(PostgresServer.url(), "bell");
  private final PostgresDoorbell other = PostgresDoorbell.open(PostgresServer.url(), "bell");
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

  @Override
  protected Doorbell open() {
    return PostgresDoorbell.open(PostgresServer.url(), "bell");
  }

  @Override
  protected Doorbell elsewhere(Doorbell doorbell) {
    return other;
  }

  @AfterEach
  void close() {
    one.close();
    other.close();
  }

  /** Rings until the ring is received: the connection may have to be made first. */
  private void ringUntilHeard(PostgresDoorbell bell, String topic) throws InterruptedException {
    for (int n = 0; n < 300; n++) {
      bell.ring(topic);
      if (topic.equals(heard.poll(100, TimeUnit.MILLISECONDS))) {
        return;
      }
    }
    throw new AssertionError("nobody heard " + topic);
  }

  @Test
  void a_ring_reaches_all_listeners_on_the_channel() throws InterruptedException {
    BlockingQueue<String> own = new LinkedBlockingQueue<>();
    other.listen(heard::add);
    one.listen(own::add);
    ringUntilHeard(one, "ünstance 'a'");
    assertThat(own.poll(30, TimeUnit.SECONDS)).isEqualTo("ünstance 'a'");
  }

  @Test
  void many_rings_at_once_need_few_notifications() throws InterruptedException {
    Set<String> topics = ConcurrentHashMap.newKeySet();
    other.listen(topics::add);
    other.listen(heard::add);
    ringUntilHeard(one, "first");
    for (int n = 0; n < 10_000; n++) {
      one.ring("t" + n % 10);
    }
    ringUntilHeard(one, "last");
    assertThat(topics).hasSize(12);
    assertThat(heard).as("the same topic rang a thousand times").hasSizeLessThan(2_000);
  }

  @Test
  void a_listener_that_throws_affects_no_other_and_a_closed_one_receives_nothing()
      throws InterruptedException {
    BlockingQueue<String> gone = new LinkedBlockingQueue<>();
    Subscription subscription = other.listen(gone::add);
    other.listen(
        topic -> {
          throw new IllegalStateException("on purpose");
        });
    other.listen(heard::add);
    ringUntilHeard(one, "a");
    subscription.close();
    gone.clear();
    ringUntilHeard(one, "b");
    assertThat(gone).doesNotContain("b");
  }

  @Test
  void rings_before_the_close_are_delivered() throws InterruptedException {
    Set<String> topics = ConcurrentHashMap.newKeySet();
    other.listen(topics::add);
    Subscription first = other.listen(heard::add);
    ringUntilHeard(other, "ready");
    first.close();
    PostgresDoorbell brief = PostgresDoorbell.open(PostgresServer.url(), "bell");
    for (int n = 0; n < 100; n++) {
      brief.ring("brief-" + n);
    }
    brief.close();
    brief.ring("too late");
    other.listen(heard::add);
    ringUntilHeard(other, "after");
    assertThat(topics).contains("brief-0", "brief-99").doesNotContain("too late");
  }

  @Test
  void a_connection_that_is_cut_is_made_anew() throws InterruptedException, SQLException {
    other.listen(heard::add);
    ringUntilHeard(one, "before");
    try (Connection connection = DriverManager.getConnection(PostgresServer.url());
        Statement statement = connection.createStatement()) {
      statement.execute(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
              + " WHERE query LIKE 'LISTEN bell' OR query LIKE 'SELECT pg_notify%'");
    }
    ringUntilHeard(one, "after");
  }

  @Test
  void a_data_source_that_throws_is_asked_again() throws InterruptedException, SQLException {
    AtomicInteger asked = new AtomicInteger();
    DataSource failing = mock(DataSource.class);
    when(failing.getConnection())
        .thenAnswer(
            call -> {
              if (asked.getAndIncrement() < 2) {
                throw new IllegalStateException("on purpose");
              }
              return DriverManager.getConnection(PostgresServer.url());
            });
    try (PostgresDoorbell bell = PostgresDoorbell.open(failing, "bell")) {
      bell.listen(heard::add);
      ringUntilHeard(bell, "late");
    }
  }

  @Test
  void an_invalid_topic_is_not_sent_and_does_not_throw() throws InterruptedException {
    other.listen(heard::add);
    one.ring("x".repeat(8000));
    one.ring("\0");
    ringUntilHeard(one, "short");
    assertThat(heard).doesNotContain("x".repeat(8000));
    assertThatThrownBy(() -> PostgresDoorbell.open(PostgresServer.url(), "no; channel"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
