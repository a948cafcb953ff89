package dev.statute.bench.walk;

import static net.bytebuddy.matcher.ElementMatchers.isAbstract;
import static net.bytebuddy.matcher.ElementMatchers.isMethod;
import static net.bytebuddy.matcher.ElementMatchers.isNative;
import static net.bytebuddy.matcher.ElementMatchers.nameStartsWith;
import static net.bytebuddy.matcher.ElementMatchers.not;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;

/** Reports entry and exit of each method of our classes to {@link CallTrace}. */
final class CallInstrumentation {
  private CallInstrumentation() {}

  /**
   * Instruments classes that are loaded already, and those loaded later. The agent leaves out
   * classes that load while others are verified, so this transforms until no class is new.
   */
  static void install() throws UnmodifiableClassException {
    Instrumentation instrumentation = ByteBuddyAgent.install();
    new AgentBuilder.Default()
        .disableClassFormatChanges()
        .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
        .ignore(not(nameStartsWith("dev.statute.")))
        .type(nameStartsWith("dev.statute.").and(not(nameStartsWith("dev.statute.bench."))))
        .transform(
            (builder, type, loader, module, domain) ->
                builder.visit(
                    Advice.to(CallInstrumentation.Boundary.class)
                        .on(isMethod().and(not(isAbstract())).and(not(isNative())))))
        .installOn(instrumentation);
    Set<Class<?>> transformed = new HashSet<>();
    for (Class<?>[] loaded = loaded(instrumentation, transformed); loaded.length > 0; ) {
      instrumentation.retransformClasses(loaded);
      transformed.addAll(List.of(loaded));
      loaded = loaded(instrumentation, transformed);
    }
  }

  private static Class<?>[] loaded(Instrumentation instrumentation, Set<Class<?>> transformed) {
    return Arrays.stream(instrumentation.getAllLoadedClasses())
        .filter(type -> type.getName().startsWith("dev.statute."))
        .filter(type -> instrumentation.isModifiableClass(type) && !transformed.contains(type))
        .toArray(Class<?>[]::new);
  }

  /** Code that is copied into each method. */
  static final class Boundary {
    private Boundary() {}

    @Advice.OnMethodEnter
    static void enter(@Advice.Origin("#t") String type) {
      CallTrace.enter(type);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(@Advice.Origin("#t") String type) {
      CallTrace.exit(type);
    }
  }
}
