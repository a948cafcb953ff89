package dev.statute.drools.internal.drl;

import dev.statute.drools.internal.table.TableText;
import dev.statute.policy.spi.Pack;
import dev.statute.problem.Place;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import java.util.Arrays;
import org.drools.drl.ast.descr.BaseDescr;
import org.drools.drl.ast.descr.PackageDescr;
import org.drools.drl.ast.descr.RuleDescr;
import org.jspecify.annotations.Nullable;

/** Parsed rule file, with the place of each of its characters. */
public final class DrlFile {
  private final Pack pack;
  private final Source source;
  private final String content;
  private final PackageDescr tree;
  private final @Nullable TableText table;
  private final int[] lines;

  /**
   * Creates a file.
   *
   * @param table the table from which the content was translated; null = the file is DRL
   */
  DrlFile(Pack pack, Source source, String content, @Nullable TableText table, PackageDescr tree) {
    this.table = table;
    this.pack = pack;
    this.source = source;
    this.content = content;
    this.tree = tree;
    this.lines = new int[(int) content.chars().filter(c -> c == '\n').count() + 1];
    int line = 0;
    for (int at = content.indexOf('\n'); at >= 0; at = content.indexOf('\n', at + 1)) {
      lines[++line] = at + 1;
    }
  }

  /** Text of the file with {@code \n} as line end and without a byte order mark. */
  static String normalised(Source source) {
    String content = source.content().replace("\r\n", "\n").replace('\r', '\n');
    return content.startsWith("\uFEFF") ? ' ' + content.substring(1) : content;
  }

  public Pack pack() {
    return pack;
  }

  /** Returns whether the content was translated from a decision table. */
  public boolean isTable() {
    return table != null;
  }

  /** Text that was parsed; offsets refer to it. */
  public String content() {
    return content;
  }

  public PackageDescr tree() {
    return tree;
  }

  /** Place of the character at this offset. */
  public Place place(int offset) {
    if (table != null) {
      return table.place(offset);
    }
    int found = Arrays.binarySearch(lines, offset);
    int line = found >= 0 ? found : -found - 2;
    return new Place(source.file(), line + 1, offset - lines[line] + 1);
  }

  /** Text from {@code start} to {@code end} with its places. */
  public SourceText text(int start, int end) {
    int to = Math.max(start, Math.min(end, content.length()));
    return SourceText.of(content.substring(start, to), offset -> place(start + offset), source);
  }

  /** Offset of a line (from 1) and a column (from 0), as Drools counts; limited to the file. */
  public int offset(int line, int column) {
    int row = Math.max(0, Math.min(line - 1, lines.length - 1));
    return Math.max(0, Math.min(lines[row] + Math.max(0, column), content.length()));
  }

  /** Offset of an element's first character. */
  public int start(BaseDescr element) {
    int start = element.getStartCharacter();
    return start >= 0 && start <= content.length()
        ? start
        : offset(element.getLine(), element.getColumn());
  }

  /** First word of an element. */
  public SourceText firstWord(BaseDescr element) {
    return wordAt(start(element));
  }

  /** Word that begins at {@code start}, or the one character there. */
  public SourceText wordAt(int start) {
    int end = start;
    while (end < content.length() && Character.isJavaIdentifierPart(content.charAt(end))) {
      end++;
    }
    return text(start, Math.max(end, start + 1));
  }

  /** Name of a rule with its place, without quotes; else the start of the rule. */
  public SourceText name(RuleDescr rule) {
    String name = rule.getName();
    int start = content.indexOf(name, start(rule));
    return start < 0
        ? SourceText.of(name, offset -> place(start(rule)), source)
        : text(start, start + name.length());
  }

  /** Finds the first occurrence of {@code word} at or after {@code from}, if there is one. */
  public SourceText find(String word, int from, SourceText otherwise) {
    int start = content.indexOf(word, from);
    return start < 0 ? otherwise : text(start, start + word.length());
  }

  /** Offset of the first occurrence of {@code text} at or after {@code from}, or that offset. */
  public int indexOf(String text, int from) {
    return Math.max(from, content.indexOf(text, from));
  }

  /** Offset of a rule's consequence; Drools replaces its single quotes by double ones. */
  public int consequence(RuleDescr rule) {
    String text = String.valueOf(rule.getConsequence()).replace('\'', '"');
    int then = offset(rule.getConsequenceLine(), 0);
    int start = content.replace('\'', '"').indexOf(text, then);
    return start < 0 ? then : start;
  }
}
