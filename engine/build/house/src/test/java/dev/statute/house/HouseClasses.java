package dev.statute.house;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compiled classes of all modules, without tests and benchmarks. */
final class HouseClasses {
  /** Excludes classes of tests; the build folder of a second JDK has a name of its own. */
  static final ImportOption NO_TESTS =
      location ->
          new ImportOption.DoNotIncludeTests().includes(location)
              && !location.contains("/test-classes/");

  static final JavaClasses ALL =
      new ClassFileImporter().withImportOption(NO_TESTS).importPackages("dev.statute");

  /** Classes folder or jar of a module, in its target folder or in a local repository. */
  private static final Pattern MODULE =
      Pattern.compile(
          ".*/(?:engine/[\\w-]+/([\\w-]+)/target[\\w-]*/.*|(?:statute-)?([\\w-]+?)-\\d[\\w.-]*\\.jar!?/.*)");

  private HouseClasses() {}

  /** Name of the Maven module of a class, which is its folder in a group under {@code engine/}. */
  static String module(JavaClass type) {
    String uri = type.getSource().orElseThrow().getUri().toString();
    Matcher matcher = MODULE.matcher(uri);
    if (!matcher.matches()) {
      throw new IllegalStateException("no module in " + uri);
    }
    return Optional.ofNullable(matcher.group(1)).orElse(matcher.group(2));
  }

  /** Package that owns an internal package; the package itself if it is not internal. */
  static String owner(String packageName) {
    int internal = (packageName + ".").indexOf(".internal.");
    return internal < 0 ? packageName : packageName.substring(0, internal);
  }

  static boolean isInternal(String packageName) {
    return !owner(packageName).equals(packageName);
  }

  /** Tests for a type with a source file of its own. */
  static boolean isTopLevel(JavaClass type) {
    return !type.isNestedClass() && !type.getSimpleName().equals("package-info");
  }

  /** Tests for a type of the public interface: public with all types around it, not internal. */
  static boolean isExposed(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.PUBLIC)
        && !type.isAnonymousClass()
        && !type.isLocalClass()
        && !type.getSimpleName().equals("package-info")
        && !isInternal(type.getPackageName())
        && type.getEnclosingClass().map(HouseClasses::isExposed).orElse(true);
  }
}
