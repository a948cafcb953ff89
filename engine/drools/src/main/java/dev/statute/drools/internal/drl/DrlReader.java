package dev.statute.drools.internal.drl;

import dev.statute.drools.internal.table.DecisionTable;
import dev.statute.drools.internal.table.TableText;
import dev.statute.policy.spi.Pack;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import java.util.List;
import org.drools.drl.ast.descr.PackageDescr;
import org.drools.drl.parser.DrlParser;
import org.drools.drl.parser.DroolsError;
import org.drools.drl.parser.DroolsParserException;
import org.drools.drl.parser.ParserError;
import org.jspecify.annotations.Nullable;
import org.kie.internal.builder.conf.LanguageLevelOption;

/** Parser of rule files and tables. The checked tree is compiled, not the text again. */
public final class DrlReader {
  private DrlReader() {}

  /** Parses a file; null after a syntax error. */
  public static @Nullable DrlFile read(Pack pack, Source source, ProblemCollector problems) {
    TableText table = null;
    if (DecisionTable.isTable(source.file())) {
      table = DecisionTable.translate(source, problems);
      if (table == null) {
        return null;
      }
    }
    String content = table == null ? DrlFile.normalised(source) : table.drl();
    Problem bounds =
        FileBounds.check(new DrlFile(pack, source, content, table, new PackageDescr()));
    if (bounds != null) {
      problems.add(bounds);
      return null;
    }
    DrlParser parser = new DrlParser(LanguageLevelOption.DRL6);
    PackageDescr tree;
    try {
      tree = parser.parse(true, content);
    } catch (DroolsParserException | RuntimeException | StackOverflowError e) {
      tree = null;
    }
    PackageDescr found = tree == null ? new PackageDescr() : tree;
    DrlFile file = new DrlFile(pack, source, content, table, found);
    if (parser.hasErrors() || tree == null) {
      problems.add(SyntaxErrors.firstProblem(file, errors(parser)));
      return null;
    }
    return file;
  }

  private static List<ParserError> errors(DrlParser parser) {
    return parser.getErrors().stream()
        .filter((DroolsError e) -> e instanceof ParserError)
        .map(e -> (ParserError) e)
        .toList();
  }
}
