package dev.statute.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.step.Outcome;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Proxies and doubles of engines and handles. */
class EngineProxyTest {
  private final List<String> calls = new ArrayList<>();

  private <T> T recorded(Class<T> type, T target) {
    Object proxy =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              calls.add(method.getName());
              try {
                Object result = method.invoke(target, arguments);
                return result instanceof InstanceHandle handle
                    ? recorded(InstanceHandle.class, handle)
                    : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
    return type.cast(proxy);
  }

  @Test
  void an_engine_and_its_handles_work_behind_a_proxy() {
    try (Engine own = Engine.builder().sameThread().chart(RuntimeTestCharts.counter()).build()) {
      Engine engine = recorded(Engine.class, own);
      engine.spawn("c", "counter").join();
      assertThat(engine.instance("c").ask("Add").kind()).isEqualTo("taken");
      assertThat(calls).containsExactly("spawn", "instance", "ask");
    }
  }

  @Test
  void a_double_answers_without_an_engine() {
    Outcome refused = new Outcome.Rejected(List.of(), "no-instance", "no");
    InstanceHandle handle =
        (InstanceHandle)
            Proxy.newProxyInstance(
                InstanceHandle.class.getClassLoader(),
                new Class<?>[] {InstanceHandle.class},
                (self, method, arguments) ->
                    method.getReturnType() == CompletableFuture.class
                        ? CompletableFuture.completedFuture(refused)
                        : refused);
    assertThat(handle.send("Add").join()).isSameAs(refused);
    assertThat(handle.ask("Add").message()).isEqualTo("no");
  }
}
