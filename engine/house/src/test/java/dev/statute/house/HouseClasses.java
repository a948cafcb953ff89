package dev.statute.house;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;

/**
 * Compiled classes of all modules that are built, without tests and benchmarks. They are read from
 * the modules' folders, so that the tests of the structure need no other module on their class
 * path.
 */
final class HouseClasses {
  static final JavaClasses ALL = classes();

  private HouseClasses() {}

  private static JavaClasses classes() {
    JavaClasses found =
        new ClassFileImporter()
            .importPaths(
                HouseFiles.modules().stream()
                    .filter(
                        module -> !module.startsWith(HouseFiles.ROOT.resolve("engine/benchmarks")))
                    .map(HouseFiles::classes)
                    .filter(Files::isDirectory)
                    .toList());
    return found.that(
        com.tngtech.archunit.base.DescribedPredicate.describe(
            "have a source file", HouseClasses::hasSource));
  }

  /** Tests for a class whose source was not deleted since it was compiled. */
  private static boolean hasSource(JavaClass type) {
    Path source =
        folder(type).resolve("src/main/java").resolve(type.getPackageName().replace('.', '/'));
    return Files.exists(source.resolve(outermost(type).getSimpleName() + ".java"));
  }

  /** Folder of a class's module. */
  private static Path folder(JavaClass type) {
    Path file = Path.of(type.getSource().orElseThrow().getUri());
    while (!file.getFileName().toString().equals("classes")) {
      file = file.getParent();
    }
    return file.getParent().getParent();
  }

  /** Name of the Maven module of a class, which is that of its folder. */
  static String module(JavaClass type) {
    return HouseFiles.name(folder(type));
  }

  /** Package that owns an internal package; the package itself if it is not internal. */
  static String owner(String packageName) {
    int internal = (packageName + ".").indexOf(".internal.");
    return internal < 0 ? packageName : packageName.substring(0, internal);
  }

  static boolean isInternal(String packageName) {
    return !owner(packageName).equals(packageName);
  }

  /** Tests for a type of ours, and not one of a library. */
  static boolean isOurs(JavaClass type) {
    return (type.getPackageName() + ".").startsWith("dev.statute.");
  }

  static JavaClass outermost(JavaClass type) {
    return type.getEnclosingClass().map(HouseClasses::outermost).orElse(type);
  }

  /** Tests for a type with a source file of its own. */
  static boolean isTopLevel(JavaClass type) {
    return !type.isNestedClass() && !type.getSimpleName().equals("package-info");
  }

  /**
   * Tests for a type that programs of others can name: public with all types around it, and in a
   * package that its module exports to all.
   */
  static boolean isExposed(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.PUBLIC)
        && !type.isAnonymousClass()
        && !type.isLocalClass()
        && !type.getSimpleName().equals("package-info")
        && EXPORTED.test(type)
        && type.getEnclosingClass().map(HouseClasses::isExposed).orElse(true);
  }

  /** Tests for a type whose package its module exports by name to the module of a user. */
  static boolean isExportedTo(JavaClass type, JavaClass user) {
    return HouseFiles.isExportedTo(folder(type), type.getPackageName(), folder(user));
  }

  private static final Predicate<JavaClass> EXPORTED =
      type -> HouseFiles.isExported(folder(type), type.getPackageName());
}
