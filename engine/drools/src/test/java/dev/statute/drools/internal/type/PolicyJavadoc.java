package dev.statute.drools.internal.type;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.LinkTree;
import com.sun.source.doctree.LiteralTree;
import com.sun.source.doctree.ParamTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import dev.statute.policy.base.Counter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Javadoc of facts and verdicts as Markdown, read from their source files. Only of top-level types,
 * and of each text the first paragraph.
 */
final class PolicyJavadoc {
  /** Texts by {@code Type} and {@code Type.member}; of a record's component, its {@code @param}. */
  private final Map<String, String> texts = new LinkedHashMap<>();

  /** Names of parameters by {@code Type.member/count}. */
  private final Map<String, List<String>> parameters = new LinkedHashMap<>();

  private PolicyJavadoc() {}

  static PolicyJavadoc of(Path folder) throws IOException {
    PolicyJavadoc docs = new PolicyJavadoc();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        Stream<Path> sources = Files.walk(folder, 2).filter(PolicyJavadoc::isFactSource)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  files,
                  null,
                  null,
                  null,
                  files.getJavaFileObjectsFromPaths(sources.toList()));
      DocTrees trees = DocTrees.instance(task);
      for (CompilationUnitTree unit : task.parse()) {
        docs.new Reader(trees).scan(unit, null);
      }
    }
    return docs;
  }

  /** Tests for a source file of the package or of its package {@code base}. */
  private static boolean isFactSource(Path file) {
    return Files.isRegularFile(file)
        && !file.endsWith("package-info.java")
        && !file.getParent().endsWith("spi");
  }

  /** Text about a type. */
  String type(Class<?> type) {
    return texts.getOrDefault(type.getSimpleName(), "");
  }

  /** Text about a word of a fact or a parameter of a verdict; empty if there is none. */
  String member(Class<?> type, String word) {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      String text = texts.get(at.getSimpleName() + "." + word);
      if (text != null) {
        return text;
      }
    }
    Counter counter = Counter.of(word);
    return counter == null ? "" : texts.getOrDefault("Counter." + counter.name(), "");
  }

  List<String> parameters(Class<?> type, String method, int count) {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      List<String> names = parameters.get(at.getSimpleName() + "." + method + "/" + count);
      if (names != null) {
        return names;
      }
    }
    return List.of();
  }

  private final class Reader extends TreePathScanner<@Nullable Void, @Nullable String> {
    private final DocTrees trees;

    Reader(DocTrees trees) {
      this.trees = trees;
    }

    @Override
    public @Nullable Void visitClass(ClassTree tree, @Nullable String outer) {
      if (outer != null) {
        return null;
      }
      String name = tree.getSimpleName().toString();
      DocCommentTree doc = trees.getDocCommentTree(getCurrentPath());
      if (doc != null) {
        texts.put(name, markdown(doc.getFullBody()));
        for (DocTree tag : doc.getBlockTags()) {
          if (tag instanceof ParamTree parameter) {
            texts.put(name + "." + parameter.getName(), markdown(parameter.getDescription()));
          }
        }
      }
      return super.visitClass(tree, name);
    }

    @Override
    public @Nullable Void visitMethod(MethodTree tree, @Nullable String outer) {
      String key = outer + "." + tree.getName();
      parameters.put(
          key + "/" + tree.getParameters().size(),
          tree.getParameters().stream().map(each -> each.getName().toString()).toList());
      return note(key);
    }

    @Override
    public @Nullable Void visitVariable(VariableTree tree, @Nullable String outer) {
      return note(outer + "." + tree.getName());
    }

    private @Nullable Void note(String key) {
      DocCommentTree doc = trees.getDocCommentTree(getCurrentPath());
      if (doc != null) {
        texts.putIfAbsent(key, markdown(doc.getFullBody()));
      }
      return null;
    }

    private String markdown(List<? extends DocTree> parts) {
      String text =
          parts.stream()
              .takeWhile(part -> !part.toString().equals("<p>"))
              .map(
                  part ->
                      part instanceof LiteralTree code
                          ? "`" + code.getBody().getBody().strip() + "`"
                          : part instanceof LinkTree link
                              ? "`" + link.getReference().getSignature() + "`"
                              : part.toString())
              .collect(Collectors.joining())
              .replaceAll("\\s+", " ")
              .replaceAll(" (Equality is identity|Immutable)\\.", "")
              .strip();
      return text.isEmpty()
          ? text
          : Character.toUpperCase(text.charAt(0))
              + text.substring(1)
              + (text.endsWith(".") ? "" : ".");
    }
  }
}
