package dev.statute.runtime.internal.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EngineThreadsTest {
  @Test
  void work_has_a_moment_to_end_although_the_limit_has_passed() throws InterruptedException {
    EngineThreads threads = new EngineThreads();
    CountDownLatch release = new CountDownLatch(1);
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    threads
        .blockingPool("work", 1)
        .execute(
            () -> {
              try {
                release.await();
                interrupted.complete(false);
              } catch (InterruptedException e) {
                interrupted.complete(true);
              }
            });
    threads.shutdown();
    Thread closing = new Thread(() -> threads.awaitTermination(Duration.ofSeconds(-1)));
    closing.start();
    while (closing.isAlive() && closing.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    release.countDown();
    closing.join();
    assertThat(interrupted.join()).isFalse();
  }
}
