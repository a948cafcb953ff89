package dev.statute.cli.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.Statute;
import dev.statute.cli.internal.store.StoreOptions.OpenStoredSession;
import dev.statute.session.ChartSession;
import dev.statute.session.SessionListener;
import dev.statute.session.StartOptions;
import dev.statute.step.Interpreter;
import dev.statute.store.InstanceStore;
import dev.statute.store.MemoryStore;
import dev.statute.store.StoreException;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** End of a session in a store that is gone. */
class StoreOptionsTest {
  @TempDir private Path folder;
  private final List<String> calls = new ArrayList<>();

  /** Returns a store in memory that notes its calls, and fails in one of them. */
  private InstanceStore failing(String call) {
    return failing(call, new StoreException("unreachable", "the file is gone", null));
  }

  private InstanceStore failing(String call, RuntimeException fault) {
    MemoryStore memory = new MemoryStore();
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          calls.add(method.getName());
          if (method.getName().equals(call)) {
            throw fault;
          }
          return method.invoke(memory, arguments);
        };
    return (InstanceStore)
        Proxy.newProxyInstance(
            InstanceStore.class.getClassLoader(), new Class<?>[] {InstanceStore.class}, handler);
  }

  private static Set<Thread> heartbeats() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("statute-lease"))
        .collect(Collectors.toSet());
  }

  @Test
  void a_worker_that_cannot_be_enlisted_leaves_no_thread() {
    Set<Thread> before = heartbeats();
    InstanceStore store = failing("enlist");
    assertThatThrownBy(() -> new StoreLease(store, "run")).isInstanceOf(StoreException.class);
    assertThat(before).containsAll(heartbeats());
  }

  @Test
  void a_lease_that_cannot_be_renewed_is_tried_again_whatever_the_store_throws() {
    for (RuntimeException fault :
        List.of(
            new StoreException("unreachable", "the file is gone", null),
            new IllegalStateException("the pool is closed"))) {
      InstanceStore store = failing("renew", fault);
      try (StoreLease lease = new StoreLease(store, "run")) {
        assertThatCode(lease::renew).doesNotThrowAnyException();
        assertThatCode(lease::renew).doesNotThrowAnyException();
      }
    }
    assertThat(calls).filteredOn("renew"::equals).hasSize(4);
  }

  @Test
  void an_instance_that_cannot_be_released_leaves_neither_the_lease_nor_the_store_open()
      throws IOException {
    InstanceStore store = failing("release");
    Path file = Files.writeString(folder.resolve("a.yaml"), "chart: a\nstates: { b: {} }\n");
    try (Statute statute = Statute.load(file)) {
      Interpreter interpreter = statute.chart("a");
      ChartSession session =
          ChartSession.start(
              interpreter,
              StartOptions.of(interpreter.chart(), List.of(), Map.of(), Instant.EPOCH),
              new SessionListener() {});
      OpenStoredSession open =
          new OpenStoredSession("a", session, new StoreLease(store, "run"), store);
      assertThatThrownBy(open::close).isInstanceOf(StoreException.class);
    }
    assertThat(calls).containsSubsequence("release", "retire", "close");
  }
}
