package dev.statute.server.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.runtime.ManualClock;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

class StreamRegistryTest {
  /** Source of which the store cannot be reached. */
  private static final class GoneSource implements StreamSource {
    @Override
    public void open(Runnable onChange) {
      throw new IllegalStateException("gone");
    }

    @Override
    public List<ServerEvent> next(int atMost) {
      throw new AssertionError("it was not opened");
    }

    @Override
    public boolean isEnded() {
      return false;
    }

    @Override
    public void close() {}
  }

  private static Response response() {
    Object request =
        Proxy.newProxyInstance(
            StreamRegistryTest.class.getClassLoader(),
            new Class<?>[] {Request.class},
            (proxy, method, arguments) -> null);
    return (Response)
        Proxy.newProxyInstance(
            StreamRegistryTest.class.getClassLoader(),
            new Class<?>[] {Response.class},
            (proxy, method, arguments) -> method.getName().equals("getRequest") ? request : null);
  }

  @Test
  void a_stream_that_does_not_begin_is_not_kept() {
    ManualClock clock = new ManualClock(Instant.EPOCH);
    try (StreamRegistry streams = new StreamRegistry(Runnable::run, clock)) {
      assertThatThrownBy(() -> streams.send(response(), Callback.NOOP, new GoneSource()))
          .hasMessage("gone");
      assertThat(streams.size()).isZero();
    }
  }
}
