package dev.statute.runtime.internal.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.runtime.internal.mailbox.InstanceMailbox.Offered;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class InstanceMailboxTest {
  private final Queue<Runnable> work = new ArrayDeque<>();
  private final List<String> handled = new ArrayList<>();
  private final List<String> refused = new ArrayList<>();
  private @Nullable CompletionStage<?> next;

  private final InstanceMailbox<String> mailbox =
      new InstanceMailbox<>(
          work::add,
          3,
          new InstanceMailbox.Handler<>() {
            @Override
            public @Nullable CompletionStage<?> handle(String message) {
              handled.add(message);
              if (message.equals("bad")) {
                throw new IllegalStateException("bad");
              }
              return next;
            }

            @Override
            public void reject(String message) {
              refused.add(message);
            }
          });

  private void runAll() {
    for (Runnable each = work.poll(); each != null; each = work.poll()) {
      each.run();
    }
  }

  @Test
  void messages_are_handled_in_the_order_they_came_by_one_run_of_the_executor() {
    mailbox.offer("a");
    mailbox.offer("b");
    assertThat(work).hasSize(1);
    runAll();
    assertThat(handled).containsExactly("a", "b");
  }

  @Test
  void a_full_mailbox_refuses_and_what_must_not_be_lost_gets_in() {
    for (String each : List.of("a", "b", "c")) {
      assertThat(mailbox.offer(each)).isEqualTo(Offered.TAKEN);
    }
    assertThat(mailbox.offer("d")).isEqualTo(Offered.FULL);
    assertThat(mailbox.offerUnbounded("e")).isTrue();
    runAll();
    assertThat(handled).containsExactly("a", "b", "c", "e");
    assertThat(mailbox.offer("f")).isEqualTo(Offered.TAKEN);
  }

  @Test
  void a_handler_that_throws_loses_only_its_own_message() {
    mailbox.offer("bad");
    mailbox.offer("b");
    runAll();
    assertThat(handled).containsExactly("bad", "b");
  }

  @Test
  void nothing_is_handled_while_a_commit_is_under_way() {
    CompletableFuture<String> commit = new CompletableFuture<>();
    next = commit;
    mailbox.offer("a");
    mailbox.offer("b");
    runAll();
    assertThat(handled).containsExactly("a");
    next = null;
    commit.complete("done");
    runAll();
    assertThat(handled).containsExactly("a", "b");
  }

  @Test
  void a_busy_instance_goes_to_the_back_of_the_queue_after_a_while() {
    for (int i = 0; i < 100; i++) {
      mailbox.offerUnbounded("m" + i);
    }
    work.remove().run();
    assertThat(handled).hasSize(32);
    assertThat(work).hasSize(1);
    runAll();
    assertThat(handled).hasSize(100);
  }

  @Test
  void a_mailbox_with_something_in_it_cannot_be_closed_and_a_closed_one_takes_nothing() {
    mailbox.offer("a");
    assertThat(mailbox.close()).isFalse();
    runAll();
    assertThat(mailbox.close()).isTrue();
    assertThat(mailbox.offer("b")).isEqualTo(Offered.CLOSED);
    assertThat(mailbox.offerUnbounded("b")).isFalse();
    assertThat(work).isEmpty();
  }

  @Test
  void what_a_closed_executor_does_not_take_is_given_back() {
    InstanceMailbox<String> stopped =
        new InstanceMailbox<>(
            run -> {
              throw new RejectedExecutionException();
            },
            3,
            new InstanceMailbox.Handler<>() {
              @Override
              public @Nullable CompletionStage<?> handle(String message) {
                return null;
              }

              @Override
              public void reject(String message) {
                refused.add(message);
              }
            });
    stopped.offer("a");
    stopped.offer("b");
    assertThat(refused).containsExactly("a", "b");
  }

  @Test
  void an_error_of_the_executor_gives_the_messages_back_and_the_next_one_is_handled() {
    boolean[] broken = {true};
    InstanceMailbox<String> recovering =
        new InstanceMailbox<>(
            run -> {
              if (broken[0]) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              run.run();
            },
            3,
            new InstanceMailbox.Handler<>() {
              @Override
              public @Nullable CompletionStage<?> handle(String message) {
                handled.add(message);
                return null;
              }

              @Override
              public void reject(String message) {
                refused.add(message);
                throw new IllegalStateException("a sender that throws");
              }
            });
    assertThat(recovering.offer("a")).isEqualTo(Offered.TAKEN);
    broken[0] = false;
    assertThat(recovering.offer("b")).isEqualTo(Offered.TAKEN);
    assertThat(refused).containsExactly("a");
    assertThat(handled).containsExactly("b");
    assertThat(recovering.isBusy()).isFalse();
  }

  /** Many senders, few threads: messages in order per sender, none lost, never two at once. */
  @Test
  void order_and_exclusion_hold_under_many_threads() throws InterruptedException {
    int senders = 8;
    int each = 20_000;
    ExecutorService pool = Executors.newFixedThreadPool(4);
    ConcurrentHashMap<Integer, Integer> last = new ConcurrentHashMap<>();
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger faults = new AtomicInteger();
    CountDownLatch all = new CountDownLatch(senders * each);
    InstanceMailbox<int[]> box =
        new InstanceMailbox<>(
            pool,
            Integer.MAX_VALUE,
            new InstanceMailbox.Handler<>() {
              @Override
              public @Nullable CompletionStage<?> handle(int[] message) {
                if (inside.incrementAndGet() != 1) {
                  faults.incrementAndGet();
                }
                int before = last.getOrDefault(message[0], -1);
                if (before + 1 != message[1]) {
                  faults.incrementAndGet();
                }
                last.put(message[0], message[1]);
                inside.decrementAndGet();
                all.countDown();
                return message[1] % 1000 == 0
                    ? CompletableFuture.supplyAsync(() -> "committed", pool)
                    : null;
              }

              @Override
              public void reject(int[] message) {
                faults.incrementAndGet();
              }
            });
    List<Thread> threads = new ArrayList<>();
    for (int s = 0; s < senders; s++) {
      int sender = s;
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < each; i++) {
                  box.offerUnbounded(new int[] {sender, i});
                }
              });
      threads.add(thread);
      thread.start();
    }
    assertThat(all.await(60, TimeUnit.SECONDS)).as("%s left", all.getCount()).isTrue();
    assertThat(faults.get()).isZero();
    pool.shutdown();
  }
}
