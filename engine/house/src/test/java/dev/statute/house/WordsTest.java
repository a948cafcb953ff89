package dev.statute.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Words of the code's first dialect, in names of locals and parameters, in helpers of tests and in
 * texts for users. A name is the field's noun, and a message is plain English; the list is {@code
 * old-words.txt}.
 */
class WordsTest {
  private static final Set<String> NAMES = new HashSet<>();
  private static final Set<String> HELPERS = new HashSet<>();
  private static final List<Pattern> PHRASES = new ArrayList<>();

  static {
    for (String line : HouseLimits.lines("old-words.txt")) {
      String[] kindAndWord = line.split(" ", 2);
      switch (kindAndWord[0]) {
        case "name" -> NAMES.add(kindAndWord[1]);
        case "helper" -> HELPERS.add(kindAndWord[1]);
        case "message" -> PHRASES.add(Pattern.compile("\\b" + kindAndWord[1] + "\\b"));
        default -> throw new IllegalStateException(line);
      }
    }
  }

  @Test
  void old_words_become_fewer() throws IOException {
    List<Path> sources = new ArrayList<>();
    for (Path module : HouseFiles.modules()) {
      sources.addAll(HouseFiles.javaFiles(module.resolve("src/main/java")));
      sources.addAll(HouseFiles.javaFiles(module.resolve("src/test/java")));
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      Collection<String> found = oldWords(files.getJavaFileObjectsFromPaths(sources));
      HouseLimits.check("old-words", found.size(), counted(found));
    }
  }

  private static String counted(Collection<String> found) {
    TreeMap<String, Integer> counts = new TreeMap<>();
    found.forEach(word -> counts.merge(word, 1, Integer::sum));
    return counts.toString();
  }

  @Test
  void names_helpers_and_messages_are_told_from_fields_and_other_methods() {
    assertThat(
            oldWords(
                List.of(
                    source(
                        "src/test/java/A.java",
                        """
                        class A {
                          int told;
                          record B(int told) {}
                          void letGoOn(int rest) { int told = 0; run(known -> {}); }
                        }
                        """),
                    source(
                        "src/main/java/C.java",
                        "class C { void letGoOn(int next) { fail(\"held by somebody else\"); } }"))))
        .containsExactlyInAnyOrder("letGoOn", "rest", "told", "known", "somebody");
  }

  private static JavaFileObject source(String file, String text) {
    return new SimpleJavaFileObject(URI.create("string:///" + file), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return text;
      }
    };
  }

  /** Returns each occurrence of an old word in the files. */
  private static Collection<String> oldWords(Iterable<? extends JavaFileObject> sources) {
    Collection<String> found = new ArrayList<>();
    JavacTask task =
        (JavacTask)
            ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, problem -> {}, List.of(), null, sources);
    try {
      for (CompilationUnitTree file : task.parse()) {
        boolean isTest = file.getSourceFile().toUri().getPath().contains("/src/test/");
        new Words(isTest, found).scan(file, null);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }

  private static final class Words extends TreePathScanner<@Nullable Void, @Nullable Void> {
    private final boolean isTest;
    private final Collection<String> found;

    Words(boolean isTest, Collection<String> found) {
      this.isTest = isTest;
      this.found = found;
    }

    @Override
    public @Nullable Void visitVariable(VariableTree variable, @Nullable Void none) {
      boolean isMember =
          Objects.requireNonNull(getCurrentPath().getParentPath()).getLeaf() instanceof ClassTree;
      String name = variable.getName().toString();
      if (!isMember && NAMES.contains(name)) {
        found.add(name);
      }
      return super.visitVariable(variable, none);
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, @Nullable Void none) {
      if (isTest && HELPERS.contains(method.getName().toString())) {
        found.add(method.getName().toString());
      }
      return super.visitMethod(method, none);
    }

    @Override
    public @Nullable Void visitLiteral(LiteralTree literal, @Nullable Void none) {
      if (!isTest && literal.getValue() instanceof String text) {
        for (Pattern phrase : PHRASES) {
          phrase.matcher(text).results().forEach(match -> found.add(match.group()));
        }
      }
      return super.visitLiteral(literal, none);
    }
  }
}
