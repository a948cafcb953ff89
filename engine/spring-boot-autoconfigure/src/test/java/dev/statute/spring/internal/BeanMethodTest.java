package dev.statute.spring.internal;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

class BeanMethodTest {
  /** Classes of the JDK are compiled without the names of parameters. */
  @Test
  void a_handler_whose_arguments_have_no_names_is_refused() throws NoSuchMethodException {
    Method unnamed = String.class.getMethod("concat", String.class);
    assertThatThrownBy(() -> BeanMethod.handler(new DefaultListableBeanFactory(), "text", unnamed))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("arguments of String.concat have no names: compile its class with -parameters");
  }
}
