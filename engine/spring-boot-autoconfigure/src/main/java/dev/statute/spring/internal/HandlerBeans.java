package dev.statute.spring.internal;

import dev.statute.runtime.Call;
import dev.statute.runtime.EngineBuilder;
import dev.statute.runtime.Handler;
import dev.statute.runtime.Listener;
import dev.statute.runtime.Reply;
import dev.statute.spring.StatuteHandler;
import dev.statute.spring.StatuteListener;
import dev.statute.turns.TurnWorkerBuilder;
import io.micrometer.observation.ObservationRegistry;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/**
 * Handlers and listeners among the beans: methods with annotations, and beans of type {@link
 * Handler} under their names. The beans of methods are created at their first call, so they may
 * depend on the engine. Calls of stored effects wait until the application has started. Thread-safe
 * after construction.
 */
public final class HandlerBeans implements ApplicationListener<ContextRefreshedEvent> {
  private static final Logger LOG = LoggerFactory.getLogger(HandlerBeans.class);

  private final ConfigurableListableBeanFactory beans;
  private final Map<String, Handler> handlers = new LinkedHashMap<>();
  private final Map<String, List<BeanMethod>> listeners = new LinkedHashMap<>();
  private final CompletableFuture<@Nullable Void> started = new CompletableFuture<>();
  private final Thread starter = Thread.currentThread();

  /** Finds the handlers and listeners. */
  public HandlerBeans(ConfigurableListableBeanFactory beans) {
    this.beans = beans;
    for (String name : beans.getBeanDefinitionNames()) {
      Class<?> type = ScopedProxyUtils.isScopedTarget(name) ? null : beans.getType(name, false);
      if (type != null && !beans.getMergedBeanDefinition(name).isAbstract()) {
        add(name, ClassUtils.getUserClass(type));
      }
    }
  }

  private void add(String bean, Class<?> type) {
    if (Handler.class.isAssignableFrom(type)) {
      add(bean, (Handler) call -> beans.getBean(bean, Handler.class).handle(call));
    }
    forEach(
        type,
        StatuteHandler.class,
        (method, marker) -> {
          BeanMethod target = BeanMethod.handler(beans, bean, method);
          add(marker.value(), (Handler) target::handle);
        });
    forEach(
        type,
        StatuteListener.class,
        (method, marker) ->
            listeners
                .computeIfAbsent(marker.value(), emit -> new ArrayList<>())
                .add(BeanMethod.listener(beans, bean, method)));
  }

  private void add(String name, Handler handler) {
    if (handlers.putIfAbsent(name, handler) != null) {
      throw new IllegalStateException("two beans handle the call '" + name + "'");
    }
  }

  private static <A extends Annotation> void forEach(
      Class<?> type, Class<A> marker, BiConsumer<Method, A> consumer) {
    if (type.getName().startsWith("java.") || type.getName().startsWith("org.springframework.")) {
      return;
    }
    MethodIntrospector.MetadataLookup<A> lookup =
        method -> AnnotatedElementUtils.findMergedAnnotation(method, marker);
    Map<Method, A> methods;
    try {
      methods = MethodIntrospector.selectMethods(type, lookup);
    } catch (IllegalStateException | LinkageError e) {
      // a library without an optional dependency; a handler that is missing is reported as such
      LOG.debug("methods of {} cannot be read, so it is no handler", type, e);
      return;
    }
    methods.forEach(
        (method, found) -> consumer.accept(AopUtils.selectInvocableMethod(method, type), found));
  }

  /** Adds the handlers and a listener to an engine. */
  public void addTo(EngineBuilder builder) {
    handlers.forEach(
        (name, handler) -> builder.asyncHandler(name, call -> handleWhenStarted(handler, call)));
    if (!listeners.isEmpty()) {
      builder.listener(new EmitListener());
    }
  }

  /** Adds observations of steps, if the optional library is there. */
  public void observeSteps(EngineBuilder builder) {
    if (HandlerObservation.IS_AVAILABLE) {
      builder.listener(new StepObservations(this::observations));
    }
  }

  /** Adds the handlers as tools to a worker of agent turns. */
  public void addTo(TurnWorkerBuilder builder) {
    handlers.forEach(
        (name, handler) ->
            builder.tool(
                name,
                call -> {
                  awaitStart(call);
                  return observed(handler, call);
                }));
  }

  private CompletionStage<Reply> handleWhenStarted(Handler handler, Call call) throws Exception {
    awaitStart(call);
    return CompletableFuture.completedFuture(observed(handler, call));
  }

  private void awaitStart(Call call) throws InterruptedException, ExecutionException {
    if (!started.isDone() && Thread.currentThread() != starter) {
      CompletableFuture<@Nullable Void> stopped = new CompletableFuture<>();
      call.stop().onRequested(() -> stopped.complete(null));
      CompletableFuture.anyOf(started, stopped).get();
      if (!started.isDone()) {
        throw new IllegalStateException("the application did not start");
      }
    }
  }

  /** Returns the registry, which may come to be after this bean. */
  private @Nullable ObservationRegistry observations() {
    return beans.getBeanProvider(ObservationRegistry.class).getIfUnique();
  }

  private Reply observed(Handler handler, Call call) throws Exception {
    if (HandlerObservation.IS_AVAILABLE) {
      ObservationRegistry registry = observations();
      if (registry != null) {
        return HandlerObservation.observe(registry, handler, call);
      }
    }
    return handler.handle(call);
  }

  @Override
  public void onApplicationEvent(ContextRefreshedEvent event) {
    started.complete(null);
  }

  /** Listener that calls the methods. */
  private final class EmitListener implements Listener {
    @Override
    public void onEmit(String instance, String type, Map<String, ?> data) {
      for (BeanMethod method : listeners.getOrDefault(type, List.of())) {
        method.receive(instance, data);
      }
    }
  }
}
