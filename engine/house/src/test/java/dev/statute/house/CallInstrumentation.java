package dev.statute.house;

import static net.bytebuddy.matcher.ElementMatchers.isAbstract;
import static net.bytebuddy.matcher.ElementMatchers.isMethod;
import static net.bytebuddy.matcher.ElementMatchers.isNative;
import static net.bytebuddy.matcher.ElementMatchers.nameStartsWith;
import static net.bytebuddy.matcher.ElementMatchers.not;

import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;

/** Reports entry and exit of each method of our classes to {@link CallTrace}. */
final class CallInstrumentation {
  private CallInstrumentation() {}

  /** Instruments classes that are loaded already, and those loaded later. */
  static void install() {
    new AgentBuilder.Default()
        .disableClassFormatChanges()
        .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
        .ignore(not(nameStartsWith("dev.statute.")))
        .type(nameStartsWith("dev.statute.").and(not(nameStartsWith("dev.statute.house."))))
        .transform(
            (builder, type, loader, module, domain) ->
                builder.visit(
                    Advice.to(CallInstrumentation.Boundary.class)
                        .on(isMethod().and(not(isAbstract())).and(not(isNative())))))
        .installOn(ByteBuddyAgent.install());
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
