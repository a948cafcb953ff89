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
  private static final Set<String> REFUSED =
      Set.of(
          "java.lang.Runtime",
          "java.lang.System",
          "java.lang.Process",
          "java.lang.ProcessBuilder",
          "java.lang.ProcessHandle",
          "java.lang.Thread",
          "java.lang.ThreadGroup",
          "java.lang.ThreadLocal",
          "java.lang.ClassLoader",
          "java.lang.Module",
          "java.lang.ModuleLayer",
          "java.lang.Shutdown",
          "java.lang.StackWalker",
          "java.lang.Compiler");
  private static final Set<String> PACKAGES =
      Set.of(
          "java.lang",
          "java.util",
          "java.util.function",
          "java.util.stream",
          "java.io",
          "java.math",
          "java.time",
          "dev.statute.policy",
          "dev.statute.policy.base");
  private static final Set<String> INPUT_OUTPUT =
      Set.of(
          "java.io.Serializable",
          "java.io.Externalizable",
          "java.io.ObjectInput",
          "java.io.ObjectOutput",
          "java.io.ObjectStreamException",
          "java.io.IOException");

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
    String inPackage = dot < 0 ? "" : name.substring(0, dot);
    int nested = name.indexOf('$');
    String outer = nested < 0 ? name : name.substring(0, nested);
    if (inPackage.equals("java.io")) {
      return INPUT_OUTPUT.contains(name);
    }
    return PACKAGES.contains(inPackage) && !REFUSED.contains(outer);
  }
}
