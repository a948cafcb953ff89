package dev.statute.jdbc;

import dev.statute.store.InstanceStore;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * A store whose writes are done when their call returns, so that an engine on the caller's thread
 * has nothing under way when it is stopped: what is there afterwards does not depend on speed.
 */
final class Joined {
  private Joined() {}

  static InstanceStore of(InstanceStore store) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          Object answer;
          try {
            answer = method.invoke(store, arguments);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
          if (answer instanceof CompletionStage<?> stage) {
            try {
              stage.toCompletableFuture().join();
            } catch (CompletionException e) {
              // whoever asked looks at the answer
            }
          }
          return answer;
        };
    return (InstanceStore)
        Proxy.newProxyInstance(
            Joined.class.getClassLoader(), new Class<?>[] {InstanceStore.class}, handler);
  }
}
