package dev.statute.spring.internal;

import dev.statute.runtime.Call;
import dev.statute.runtime.Reply;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.core.MethodParameter;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.util.ReflectionUtils;

/** Method of a bean with the values of its parameters. */
final class BeanMethod {
  private final ConfigurableListableBeanFactory beans;
  private final String bean;
  private final Method method;

  private BeanMethod(ConfigurableListableBeanFactory beans, String bean, Method method) {
    this.beans = beans;
    this.bean = bean;
    this.method = method;
    ReflectionUtils.makeAccessible(method);
  }

  /**
   * Creates a handler of calls.
   *
   * @throws IllegalStateException if the names of its parameters are not known, as all arguments
   *     would be missing then
   */
  static BeanMethod handler(ConfigurableListableBeanFactory beans, String bean, Method method) {
    BeanMethod handler = new BeanMethod(beans, bean, method);
    for (Parameter each : method.getParameters()) {
      if (each.getType() != Call.class && !each.isNamePresent()) {
        throw new IllegalStateException(
            "arguments of " + handler + " have no names: compile its class with -parameters");
      }
    }
    return handler;
  }

  /**
   * Creates a listener to emitted events.
   *
   * @throws IllegalStateException if it has parameters of other types
   */
  static BeanMethod listener(ConfigurableListableBeanFactory beans, String bean, Method method) {
    BeanMethod listener = new BeanMethod(beans, bean, method);
    for (Class<?> type : method.getParameterTypes()) {
      if (type != String.class && type != Map.class) {
        throw new IllegalStateException(
            "parameters of " + listener + " are the instance's id (String) and the data (Map)");
      }
    }
    return listener;
  }

  /** Handles a call; an exception of the method is thrown as it is. */
  Reply handle(Call call) throws Exception {
    Parameter[] parameters = method.getParameters();
    @Nullable Object[] values = new @Nullable Object[parameters.length];
    for (int i = 0; i < parameters.length; i++) {
      values[i] =
          parameters[i].getType() == Call.class
              ? call
              : convert(i, parameters[i].getName(), call.with());
    }
    return reply(invoke(values));
  }

  private @Nullable Object convert(int index, String name, Map<String, ?> arguments) {
    Object value = arguments.get(name);
    Class<?> type = method.getParameterTypes()[index];
    if (value == null) {
      if (type.isPrimitive()) {
        throw new IllegalArgumentException(
            "the argument '" + name + "' of " + this + " is missing");
      }
      return null;
    }
    ConversionService service = beans.getConversionService();
    return (service == null ? ApplicationConversionService.getSharedInstance() : service)
        .convert(
            value,
            TypeDescriptor.forObject(value),
            new TypeDescriptor(new MethodParameter(method, index)));
  }

  private static Reply reply(@Nullable Object result) throws Exception {
    Object value = result;
    if (result instanceof CompletionStage<?> stage) {
      Future<?> future = stage.toCompletableFuture();
      try {
        value = future.get();
      } catch (ExecutionException e) {
        throw e.getCause() instanceof Exception cause ? cause : e;
      }
    }
    return value instanceof Reply reply ? reply : Reply.of(value);
  }

  /** Passes an emitted event on. */
  void receive(String instance, Map<String, ?> data) {
    Class<?>[] types = method.getParameterTypes();
    @Nullable Object[] values = new @Nullable Object[types.length];
    for (int i = 0; i < types.length; i++) {
      values[i] = types[i] == String.class ? instance : data;
    }
    try {
      invoke(values);
    } catch (Exception e) {
      throw new IllegalStateException(this + " failed: " + e, e);
    }
  }

  private @Nullable Object invoke(@Nullable Object[] values) throws Exception {
    try {
      return method.invoke(beans.getBean(bean), values);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      if (e.getCause() instanceof Error cause) {
        throw cause;
      }
      throw e;
    }
  }

  @Override
  public String toString() {
    return method.getDeclaringClass().getSimpleName() + "." + method.getName();
  }
}
