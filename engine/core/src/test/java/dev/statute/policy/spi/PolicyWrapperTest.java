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
  void the_explaining_policy_answers_every_question_about_what_it_wraps() {
    List<String> questions =
        Stream.of(Policy.class.getDeclaredMethods())
            .filter(Method::isDefault)
            .map(PolicyWrapperTest::signature)
            .filter(name -> !name.startsWith("explain[")) // follows from judge
            .toList();
    assertThat(questions).isNotEmpty();
    assertThat(
            Stream.of(ExplainingPolicy.class.getDeclaredMethods())
                .map(PolicyWrapperTest::signature))
        .containsAll(questions);
  }

  private static String signature(Method method) {
    return method.getName() + Arrays.toString(method.getParameterTypes());
  }
}
