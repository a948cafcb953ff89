package dev.statute.guard.internal.install;

/**
 * A file that holds nothing but hooks.
 *
 * @param content text of the file, in which {@code @FAIL@} stands for the mode of failure
 */
public record WholeFile(String content) implements HookFormat {
  @Override
  public String add(String before, String script, boolean closed) {
    return content.replace("@FAIL@", closed ? "closed" : "open");
  }

  @Override
  public String remove(String text, String script) {
    return "";
  }
}
