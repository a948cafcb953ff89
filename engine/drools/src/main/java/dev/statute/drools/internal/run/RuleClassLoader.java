package dev.statute.drools.internal.run;

import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Class loader that limits the classes which generated rule classes may link to: the policy facts,
 * basic classes of {@code java.lang} and {@code java.util}, the budget of conditions, and the
 * engine itself. Second line of defence behind the checks of the source; it is no sandbox.
 */
final class RuleClassLoader extends ClassLoader {
  /** Classes of {@code java.lang} that are refused. */
  private static final Set<String> REFUSED =
      Set.of(
          ("Runtime System Process ProcessBuilder ProcessHandle Thread ThreadGroup ThreadLocal"
                  + " ClassLoader Module ModuleLayer Shutdown StackWalker Compiler")
              .split(" "));

  /** Packages of which all classes are allowed. */
  private static final Set<String> PACKAGES =
      Set.of(
          ("java.util java.util.function java.util.stream java.math java.time dev.statute.policy"
                  + " dev.statute.policy.base")
              .split(" "));

  /** Classes of {@code java.io} that are allowed. */
  private static final Set<String> INPUT_OUTPUT =
      Set.of(
          "Serializable Externalizable ObjectInput ObjectOutput ObjectStreamException IOException"
              .split(" "));

  RuleClassLoader(ClassLoader parent) {
    super(parent);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!isAllowed(name)) {
      throw new ClassNotFoundException("rules may not use " + name);
    }
    return super.loadClass(name, resolve);
  }

  /**
   * Rules are compiled in memory; a search in files would look for an unlimited number of names.
   */
  @Override
  public @Nullable URL getResource(String name) {
    return name.startsWith(RuleCompiler.FOLDER) ? null : super.getResource(name);
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    return name.startsWith(RuleCompiler.FOLDER)
        ? Collections.emptyEnumeration()
        : super.getResources(name);
  }

  static boolean isAllowed(String name) {
    if (name.startsWith("org.drools.")
        || name.startsWith("org.kie.")
        || name.startsWith("org.mvel2.")
        || name.equals(EvaluationBudget.class.getName())) {
      return true;
    }
    int dot = name.lastIndexOf('.');
    String inPackage = name.substring(0, Math.max(0, dot));
    String simple = name.substring(dot + 1);
    return switch (inPackage) {
      case "java.io" -> INPUT_OUTPUT.contains(simple);
      case "java.lang" -> !REFUSED.contains(simple.replaceFirst("[$].*", ""));
      default -> PACKAGES.contains(inPackage);
    };
  }
}
