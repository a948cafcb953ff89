package dev.statute.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Contract of {@link Doorbell}; the test of each implementation extends this. */
public abstract class DoorbellContract {
  private @Nullable Doorbell opened;

  protected abstract Doorbell open();

  /** Opens the doorbell as in another process; returns the same one if it is local. */
  protected Doorbell elsewhere(Doorbell doorbell) {
    return doorbell;
  }

  @BeforeEach
  void openDoorbell() {
    opened = open();
  }

  @AfterEach
  void closeDoorbell() {
    doorbell().close();
  }

  protected final Doorbell doorbell() {
    if (opened == null) {
      throw new IllegalStateException("not open");
    }
    return opened;
  }

  private static String next(BlockingQueue<String> heard) throws InterruptedException {
    return String.valueOf(heard.poll(30, TimeUnit.SECONDS));
  }

  /** Receives topics up to the last of these. */
  private static List<String> until(BlockingQueue<String> heard, String last)
      throws InterruptedException {
    List<String> all = new ArrayList<>();
    while (!all.contains(last) && !all.contains("null")) {
      all.add(next(heard));
    }
    return all;
  }

  @Test
  void a_ring_reaches_all_listeners_here_and_in_other_processes() throws Exception {
    BlockingQueue<String> here = new LinkedBlockingQueue<>();
    BlockingQueue<String> there = new LinkedBlockingQueue<>();
    Doorbell other = elsewhere(doorbell());
    doorbell().listen(here::add);
    other.listen(there::add);
    doorbell().ring("inbox/a ü'\"");
    assertThat(next(here)).isEqualTo("inbox/a ü'\"");
    assertThat(next(there)).isEqualTo("inbox/a ü'\"");
    other.ring("b");
    assertThat(next(here)).isEqualTo("b");
  }

  @Test
  void a_listener_that_throws_affects_no_other() throws Exception {
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    doorbell()
        .listen(
            topic -> {
              throw new IllegalStateException("no");
            });
    doorbell().listen(heard::add);
    doorbell().ring("a");
    assertThat(until(heard, "a")).contains("a");
    doorbell().ring("b");
    assertThat(until(heard, "b")).contains("b");
  }

  @Test
  void a_closed_subscription_receives_nothing() throws Exception {
    BlockingQueue<String> left = new LinkedBlockingQueue<>();
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    doorbell().listen(left::add).close();
    doorbell().listen(heard::add);
    doorbell().ring("a");
    assertThat(until(heard, "a")).contains("a");
    assertThat(left).isEmpty();
  }

  @Test
  void ringing_does_not_wait_for_listeners() throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch leave = new CountDownLatch(1);
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    doorbell()
        .listen(
            topic -> {
              entered.countDown();
              try {
                leave.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              heard.add(topic);
            });
    doorbell().ring("a");
    assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();
    for (int i = 0; i < 10_000; i++) {
      doorbell().ring("b");
    }
    leave.countDown();
    assertThat(until(heard, "b")).contains("b");
  }

  @Test
  void a_closed_doorbell_ignores_rings() {
    doorbell().listen(topic -> {});
    doorbell().close();
    doorbell().ring("a");
    doorbell().close();
  }
}
