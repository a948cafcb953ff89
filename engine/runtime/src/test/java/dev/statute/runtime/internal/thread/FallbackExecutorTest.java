package dev.statute.runtime.internal.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class FallbackExecutorTest {
  private final List<String> done = new ArrayList<>();

  private static Executor throwing(Throwable refusal) {
    return work -> throwUnchecked(refusal);
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void throwUnchecked(Throwable thrown) throws E {
    throw (E) thrown;
  }

  private static void run(Executor executor, Runnable work) {
    executor.execute(work);
  }

  @Test
  void work_runs_on_the_second_executor_whatever_the_first_throws() {
    for (Throwable refusal :
        List.of(
            new RejectedExecutionException("full"),
            new OutOfMemoryError("no thread"),
            new IllegalStateException("closed"))) {
      run(
          new FallbackExecutor(throwing(refusal), Runnable::run),
          () -> done.add(String.valueOf(refusal.getMessage())));
    }
    assertThat(done).containsExactly("full", "no thread", "closed");
  }

  @Test
  void work_that_an_executor_takes_and_refuses_runs_once() {
    List<Runnable> queue = new ArrayList<>();
    Executor both =
        work -> {
          queue.add(work);
          throw new OutOfMemoryError("no thread for what is queued");
        };
    run(new FallbackExecutor(both, Runnable::run), () -> done.add("work"));
    queue.forEach(Runnable::run);
    assertThat(done).containsExactly("work");
  }

  @Test
  void work_that_neither_takes_is_rejected_and_never_runs() {
    List<Runnable> queue = new ArrayList<>();
    Executor both =
        work -> {
          queue.add(work);
          throw new OutOfMemoryError("no thread for what is queued");
        };
    assertThatThrownBy(
            () ->
                new FallbackExecutor(both, throwing(new OutOfMemoryError("none")))
                    .execute(() -> done.add("work")))
        .isInstanceOf(RejectedExecutionException.class);
    queue.forEach(Runnable::run);
    assertThat(done).isEmpty();
  }
}
