package dev.statute.yaml.internal.sheet;

import static dev.statute.yaml.internal.sheet.WorkbookParts.attribute;

import dev.statute.problem.Place;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Reader of the cells of a sheet as lines of cells with tabs between them. */
final class SheetReader implements WorkbookParts.ElementReader {
  private static final int MAX_COLUMN = 1000;
  private static final int MAX_CONTENT = 4 << 20;
  private static final Pattern REFERENCE = Pattern.compile("([A-Z]{1,3})([0-9]{1,7})(:.*)?");

  /** Digits that spreadsheet programs show; more come from the binary form of a number. */
  private static final MathContext SHOWN = new MathContext(15);

  private final String file;
  private final List<String> shared;
  private final DateFormats dates;
  private final ProblemCollector problems;
  private final StringBuilder content = new StringBuilder();
  private final Set<Integer> comments = new HashSet<>();
  private int line = 1;
  private int filled;
  private int row;
  private int column;
  private String type = "";
  private String style = "";
  private boolean isFormula;
  private boolean isHint;
  private final StringBuilder value = new StringBuilder();

  SheetReader(String file, List<String> shared, DateFormats dates, ProblemCollector problems) {
    this.file = file;
    this.shared = shared;
    this.dates = dates;
    this.problems = problems;
  }

  /** Cells that were read. */
  String content() {
    return content.toString();
  }

  @Override
  public void read(XMLStreamReader xml) throws XMLStreamException, WorkbookException {
    String name = xml.getLocalName();
    if (name.equals("rPh")) {
      isHint = xml.isStartElement(); // on the pronunciation
    } else if (xml.isStartElement()) {
      start(name, xml);
    } else if (name.equals("c")) {
      add(text(value.toString()));
    }
  }

  private void start(String name, XMLStreamReader xml) throws XMLStreamException {
    switch (name) {
      case "row" -> {
        String number = attribute(xml, "r");
        row = number.isEmpty() ? row + 1 : Integer.parseInt(number);
        column = 0;
      }
      case "c" -> startCell(xml);
      case "f" -> isFormula = true;
      case "v", "t" -> value.append(isHint ? "" : xml.getElementText());
      case "mergeCell" -> checkMerge(attribute(xml, "ref"));
      default -> {}
    }
  }

  private void startCell(XMLStreamReader xml) {
    Matcher reference = REFERENCE.matcher(attribute(xml, "r"));
    column = reference.matches() ? column(reference.group(1)) : column + 1;
    type = attribute(xml, "t");
    style = attribute(xml, "s");
    isFormula = false;
    value.setLength(0);
  }

  private static int column(String letters) {
    return letters.chars().reduce(0, (number, letter) -> number * 26 + letter - 'A' + 1);
  }

  private String text(String value) {
    if (isFormula && value.isEmpty() && !type.equals("str")) {
      error(
          "P208",
          "the formula in this cell has no stored value",
          "open the workbook in a spreadsheet program and save it, or write the value");
      return "";
    }
    return switch (type) {
      case "s" -> value.isEmpty() ? "" : shared.get(Integer.parseInt(value));
      case "b" -> value.equals("1") ? "true" : "false";
      case "e" -> {
        error(
            "P208", "this cell holds the error " + value, "correct its formula, or write a value");
        yield "";
      }
      case "", "n" -> value.isEmpty() ? "" : number(Double.parseDouble(value));
      default -> value;
    };
  }

  private String number(double number) {
    String date = dates.format(style, number);
    return date == null
        ? new BigDecimal(number).round(SHOWN).stripTrailingZeros().toPlainString()
        : date;
  }

  private void add(String text) throws WorkbookException {
    String cell = text.replaceAll("[\\t\\r\\n]+", " ").strip();
    if (cell.isEmpty()) {
      return;
    }
    if (row < line || (row == line && column <= filled)) {
      throw WorkbookException.noWorkbook("its cells are not in order");
    }
    if (column > MAX_COLUMN) {
      throw WorkbookException.tooLarge("this sheet has more than " + MAX_COLUMN + " columns");
    }
    if (row - line > MAX_CONTENT - content.length() - cell.length() - column) {
      throw WorkbookException.tooLarge(
          "the text of this sheet is larger than " + (MAX_CONTENT >> 20) + " MiB");
    }
    if (row > line) {
      content.append("\n".repeat(row - line));
      line = row;
      filled = 0;
    }
    content.append("\t".repeat(column - Math.max(1, filled)));
    filled = column;
    content.append(cell.startsWith("\"") ? '"' + cell.replace("\"", "\"\"") + '"' : cell);
    if (column == 1 && cell.startsWith("#")) {
      comments.add(row);
    }
  }

  /** Only the first of merged cells holds a value; the others would test nothing. */
  private void checkMerge(String range) {
    Matcher first = REFERENCE.matcher(range);
    if (!first.matches() || comments.contains(Integer.valueOf(first.group(2)))) {
      return;
    }
    row = Integer.parseInt(first.group(2));
    column = column(first.group(1));
    error(
        "P209",
        "the cells " + range + " are merged",
        "separate them and write the value into each that it is meant for");
  }

  private void error(String code, String message, String fix) {
    problems.error(code, SourceText.of("", new Place(file, row, column)), message, fix);
  }
}
