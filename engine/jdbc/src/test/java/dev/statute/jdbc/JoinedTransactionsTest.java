package dev.statute.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import dev.statute.jdbc.internal.sql.DatabaseDialect;
import dev.statute.store.HostTransaction;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JoinedTransactionsTest {
  /** Binding that ends all earlier transactions, on another thread, when one begins. */
  private static final class EndingBinding implements TransactionBinding {
    private final List<Consumer<Boolean>> ends = new ArrayList<>();
    private @Nullable Connection connection;

    void begin() {
      connection = mock(Connection.class);
    }

    @Override
    public @Nullable Connection connection() {
      return connection;
    }

    @Override
    public void onEnd(Consumer<Boolean> callback) {
      List<Consumer<Boolean>> earlier = List.copyOf(ends);
      ends.add(callback);
      CompletableFuture.runAsync(() -> earlier.forEach(end -> end.accept(true)))
          .orTimeout(9, TimeUnit.SECONDS)
          .join();
    }
  }

  @Test
  void the_host_may_end_a_transaction_while_another_one_is_joined() {
    EndingBinding binding = new EndingBinding();
    JoinedTransactions joined =
        new JoinedTransactions(mock(DatabaseDialect.class), "statute", binding);
    binding.begin();
    HostTransaction first = joined.current();
    assertThat(first).isNotNull().isSameAs(joined.current());
    binding.begin();
    assertThat(joined.current()).isNotNull().isNotSameAs(first);
  }
}
