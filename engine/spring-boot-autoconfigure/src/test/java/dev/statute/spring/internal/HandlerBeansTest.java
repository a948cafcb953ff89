package dev.statute.spring.internal;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.runtime.Engine;
import dev.statute.runtime.EngineBuilder;
import dev.statute.runtime.Reply;
import dev.statute.spring.StatuteHandler;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;

class HandlerBeansTest {
  /** Optional dependency of a library. */
  public static class OptionalPart {}

  /** Bean of the library. */
  public static class LibraryBean {
    public void use(OptionalPart part) {}
  }

  /** Bean of the application. */
  public static class CashDesk {
    @StatuteHandler("charge")
    public String charge() {
      return "charged";
    }
  }

  /** Class path with the library, without its optional dependency. */
  private static final class IncompleteClassPath extends ClassLoader {
    IncompleteClassPath() {
      super(HandlerBeansTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.equals(OptionalPart.class.getName())) {
        throw new ClassNotFoundException(name);
      }
      if (!name.equals(LibraryBean.class.getName())) {
        return super.loadClass(name, resolve);
      }
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] code = Objects.requireNonNull(in).readAllBytes();
        return defineClass(name, code, 0, code.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  @Test
  void a_bean_whose_methods_cannot_be_read_hides_no_handler_of_others()
      throws ClassNotFoundException {
    DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
    Class<?> library = new IncompleteClassPath().loadClass(LibraryBean.class.getName());
    beans.registerBeanDefinition("library", new RootBeanDefinition(library));
    beans.registerBeanDefinition("desk", new RootBeanDefinition(CashDesk.class));
    EngineBuilder builder = Engine.builder();
    new HandlerBeans(beans).addTo(builder);
    assertThatThrownBy(() -> builder.handler("charge", call -> Reply.of(1)))
        .hasMessage("there are two handlers called 'charge'");
  }
}
