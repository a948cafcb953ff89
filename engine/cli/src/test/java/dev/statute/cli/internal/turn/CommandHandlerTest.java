package dev.statute.cli.internal.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.runtime.Call;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CommandHandlerTest {
  @Test
  @Timeout(30)
  void a_stop_ends_the_programs_that_the_command_runs() {
    CompletableFuture<Void> isRunning = new CompletableFuture<>();
    CommandHandler handler =
        new CommandHandler("sleep 60 & echo runs >&2; wait", line -> isRunning.complete(null));
    Call.Stop stop =
        new Call.Stop() {
          @Override
          public boolean isRequested() {
            return isRunning.isDone();
          }

          @Override
          public void onRequested(Runnable then) {
            var unused = isRunning.thenRun(then);
          }
        };
    assertThatThrownBy(() -> handler.execute(Map.of(), stop)).isInstanceOf(IOException.class);
  }

  @Test
  @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void a_command_may_write_while_it_reads_a_large_request() throws Exception {
    String large = "x".repeat(1 << 20);
    Call.Stop never =
        new Call.Stop() {
          @Override
          public boolean isRequested() {
            return false;
          }

          @Override
          public void onRequested(Runnable then) {
            // it is never requested
          }
        };
    assertThat(new CommandHandler("cat", line -> {}).execute(Map.of("text", large), never))
        .isEqualTo("{\"text\":\"" + large + "\"}");
  }
}
