package dev.statute.policy.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.step.internal.process.ExplainingPolicy;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A policy that wraps another answers each question about it itself: a default would hide the
 * answer of the wrapped policy without an error.
 */
class PolicyWrapperTest {
  @Test
  void wrappers_answer_every_question_about_what_they_wrap() {
    List<String> questions =
        Stream.of(Policy.class.getDeclaredMethods())
            .filter(Method::isDefault)
            .map(PolicyWrapperTest::signature)
            .filter(name -> !name.startsWith("explain[")) // follows from judge
            .toList();
    assertThat(questions).isNotEmpty();
    for (Class<?> wrapper : List.of(ShadowPolicy.class, ExplainingPolicy.class)) {
      assertThat(Stream.of(wrapper.getDeclaredMethods()).map(PolicyWrapperTest::signature))
          .as(wrapper.getSimpleName())
          .containsAll(questions);
    }
  }

  private static String signature(Method method) {
    return method.getName() + Arrays.toString(method.getParameterTypes());
  }
}
