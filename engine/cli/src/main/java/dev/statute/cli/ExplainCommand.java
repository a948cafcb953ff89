package dev.statute.cli;

import dev.statute.problem.Suggest;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "explain",
    description = "Explains a problem code; without one, lists them all.",
    mixinStandardHelpOptions = true)
final class ExplainCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(arity = "0..1", paramLabel = "CODE", description = "such as C201")
  private @Nullable String code;

  ExplainCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    if (code == null) {
      CodePages.titles()
          .forEach(
              (each, title) -> console.out().println(console.style().strong(each) + "  " + title));
      return Exit.FINE;
    }
    String page = CodePages.page(code);
    if (page == null) {
      String near = Suggest.nearest(code, CodePages.codes());
      throw new WrongUse(
          "there is no problem code '"
              + code
              + "'"
              + (near == null
                  ? "; 'statute explain' lists them all"
                  : ", did you mean " + near + "?"));
    }
    console.out().print(page);
    return Exit.FINE;
  }
}
