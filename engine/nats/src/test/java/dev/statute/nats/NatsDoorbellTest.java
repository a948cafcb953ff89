package dev.statute.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.store.Doorbell;
import dev.statute.store.DoorbellContract;
import dev.statute.store.StoreException;
import io.nats.client.Options;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NatsDoorbellTest extends DoorbellContract {
  private final SmallNatsServer server = new SmallNatsServer();
  private final NatsDoorbell one = bell("a.bell");
  private final NatsDoorbell other = bell("a.bell");
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

  private NatsDoorbell bell(String prefix) {
    Options impatient =
        new Options.Builder()
            .server(server.url())
            .reconnectWait(Duration.ofMillis(10))
            .reconnectJitter(Duration.ZERO)
            .build();
    return NatsDoorbell.open(impatient, prefix);
  }

  @Override
  protected Doorbell open() {
    return NatsDoorbell.open(server.url(), "a.bell");
  }

  @Override
  protected Doorbell elsewhere(Doorbell doorbell) {
    return other;
  }

  @AfterEach
  void close() throws IOException {
    one.close();
    other.close();
    server.close();
  }

  private String next() throws InterruptedException {
    return String.valueOf(heard.poll(30, TimeUnit.SECONDS));
  }

  /** Rings until the ring is received: the connection may have to be restored first. */
  private void ringUntilHeard(String topic) throws InterruptedException {
    for (int n = 0; n < 300; n++) {
      one.ring(topic);
      if (topic.equals(heard.poll(100, TimeUnit.MILLISECONDS))) {
        return;
      }
    }
    throw new AssertionError("nobody heard " + topic);
  }

  @Test
  void topics_are_any_text() throws InterruptedException {
    List<String> topics = List.of("a.b c", "*", ">", "two\r\nlines", "ünstance 'a'", "", "\0");
    other.listen(heard::add);
    List<String> all = new ArrayList<>();
    for (String each : topics) {
      one.ring(each);
      all.add(next());
    }
    assertThat(all).isEqualTo(topics);
  }

  @Test
  void rings_of_one_topic_that_wait_for_the_server_are_one() throws Exception {
    other.listen(heard::add);
    server.fallSilent();
    one.ring("first");
    assertThat(next()).isEqualTo("first");
    for (int n = 0; n < 10_000; n++) {
      one.ring("t" + n % 3);
    }
    one.ring("last");
    assertThat(heard).isEmpty();
    server.answerAgain();
    assertThat(List.of(next(), next(), next(), next())).containsExactly("t0", "t1", "t2", "last");
    assertThat(heard).isEmpty();
  }

  @Test
  void a_server_that_went_and_came_back_rings_again() throws Exception {
    other.listen(heard::add);
    ringUntilHeard("before");
    server.goAway();
    for (int n = 0; n < 20_000; n++) {
      one.ring("meanwhile " + n);
    }
    server.comeBack();
    ringUntilHeardAmongOthers("after");
    server.goAway();
    server.comeBack();
    ringUntilHeardAmongOthers("once more");
  }

  private void ringUntilHeardAmongOthers(String topic) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (System.nanoTime() < end) {
      one.ring(topic);
      String each = heard.poll(100, TimeUnit.MILLISECONDS);
      while (each != null) {
        if (each.equals(topic)) {
          return;
        }
        each = heard.poll();
      }
    }
    throw new AssertionError("nobody heard " + topic);
  }

  @Test
  void a_doorbell_with_another_prefix_receives_nothing() throws InterruptedException {
    BlockingQueue<String> foreign = new LinkedBlockingQueue<>();
    try (NatsDoorbell stranger = bell("a")) {
      stranger.listen(foreign::add);
      other.listen(heard::add);
      one.ring("ours");
      assertThat(next()).isEqualTo("ours");
      stranger.ring("theirs");
      assertThat(foreign.poll(30, TimeUnit.SECONDS)).isEqualTo("theirs");
      assertThat(heard).isEmpty();
    }
  }

  @Test
  void what_the_server_would_not_take_is_not_rung_and_does_not_throw() throws InterruptedException {
    other.listen(heard::add);
    one.ring("x".repeat(SmallNatsServer.MAX_PAYLOAD + 1));
    one.ring("x".repeat(SmallNatsServer.MAX_PAYLOAD));
    assertThat(next()).hasSize(SmallNatsServer.MAX_PAYLOAD);
  }

  @Test
  void a_missing_server_is_unreachable_and_no_password_is_shown() throws IOException {
    server.goAway();
    String url = server.url().replace("//", "//somebody:secret@");
    assertThatThrownBy(() -> NatsDoorbell.open(url, "a.bell"))
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> {
              assertThat(e.code()).isEqualTo("unreachable");
              assertThat(e)
                  .hasMessage(
                      "the NATS server "
                          + server.url().replace("nats://", "")
                          + " cannot be reached")
                  .hasNoCause();
            });
  }

  @Test
  void refused_credentials_are_reported() {
    server.refuse();
    Options options =
        new Options.Builder().server(server.url()).connectionTimeout(Duration.ofSeconds(1)).build();
    assertThatThrownBy(() -> NatsDoorbell.open(options, "a.bell"))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.code()).isEqualTo("unreachable"))
        .hasMessage(
            "the NATS server " + server.url().replace("nats://", "") + " refuses the credentials");
  }

  @Test
  void a_prefix_that_is_no_subject_is_refused() {
    for (String each : List.of("", "a b", "a.*", ">", "a..b", ".a")) {
      assertThatThrownBy(() -> NatsDoorbell.open(server.url(), each))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("'" + each + "' is no prefix");
    }
  }
}
