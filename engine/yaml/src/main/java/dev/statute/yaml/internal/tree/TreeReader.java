package dev.statute.yaml.internal.tree;

import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Scalar;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * Reader of one document. If a value without necessary quotes breaks YAML's grammar, it is reported
 * and blanked out (with the same length, so that all places stay), and reading continues.
 */
public final class TreeReader {
  private static final int MAX_REPAIRS = 20;

  private TreeReader() {}

  /** Reads a file, see {@link #read(Source, ProblemCollector)}. */
  public static @Nullable YamlTree read(Path file, ProblemCollector problems) {
    Source source = SourceFile.read(file, problems);
    return source == null ? null : read(source, problems);
  }

  /** Returns the tree as far as it can be read, also after errors; null if there is none. */
  public static @Nullable YamlTree read(Source given, ProblemCollector problems) {
    Source source = SourceFile.checked(given, problems);
    if (source == null) {
      return null;
    }
    SourceLines lines = new SourceLines(source);
    Set<Integer> broken = new HashSet<>();
    SyntaxRepair.RepairBudget budget = new SyntaxRepair.RepairBudget();
    ParseAttempt attempt = attempt(lines, QuestionMarkEscape.hide(source.content()), broken);
    for (int repairs = 0; attempt.failure() != null && repairs < MAX_REPAIRS; repairs++) {
      if (attempt.failure().isOpenQuote()) {
        break;
      }
      SyntaxRepair repair = SyntaxRepair.of(lines, attempt, attempt.failure(), broken, budget);
      if (repair == null) {
        break;
      }
      YamlPitfalls.quote(problems, repair.at(), "YAML does not take this for one piece of text");
      attempt = repair.attempt();
    }
    problems.addAll(attempt.problems().sorted());
    if (attempt.failure() != null) {
      problems.add(attempt.failure().problem());
      return null;
    }
    if (attempt.tree() == null || (attempt.tree() instanceof Scalar scalar && scalar.isMissing())) {
      if (!attempt.problems().hasErrors()) {
        problems.error("C102", lines.slice(0, 0), "this file is empty", "write something into it");
      }
      return null;
    }
    return attempt.tree();
  }

  /** Result of one parse: a tree, null, or a failure. */
  record ParseAttempt(
      String content,
      @Nullable YamlTree tree,
      ProblemCollector problems,
      @Nullable SyntaxFailure failure) {}

  static ParseAttempt attempt(SourceLines lines, String content, Set<Integer> broken) {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(Integer.MAX_VALUE);
    ProblemCollector problems = new ProblemCollector();
    try {
      ParserImpl parser = new ParserImpl(new StreamReader(new StringReader(content)), options);
      YamlTree tree = new TreeComposer(lines, parser, problems, broken).document();
      return new ParseAttempt(content, tree, problems, null);
    } catch (LimitExceeded refused) {
      problems.add(refused.problem());
      return new ParseAttempt(content, null, problems, null);
    } catch (RuntimeException syntax) {
      // SnakeYAML throws its own exceptions, and for some escapes those of the JDK.
      return new ParseAttempt(content, null, problems, SyntaxFailure.of(lines, content, syntax));
    }
  }
}
