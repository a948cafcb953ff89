package dev.statute.yaml.internal.sheet;

import static dev.statute.yaml.internal.sheet.TestWorkbook.cell;
import static dev.statute.yaml.internal.sheet.TestWorkbook.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WorkbookReaderTest {
  private static final String MERGED = "<mergeCells><mergeCell ref=\"%s\"/></mergeCells>";

  private static Source table(TestWorkbook workbook) {
    ProblemCollector problems = new ProblemCollector();
    Source table = WorkbookReader.read("t.rules.xlsx", workbook.bytes(), problems);
    assertThat(problems.sorted()).isEmpty();
    assertThat(table).isNotNull();
    return table;
  }

  private static String content(String rows) {
    return table(new TestWorkbook().sheet(rows)).content();
  }

  private static List<String> problems(byte[] bytes) {
    ProblemCollector problems = new ProblemCollector();
    assertThat(WorkbookReader.read("t.rules.xlsx", bytes, problems)).isNull();
    return problems.sorted().stream()
        .map(each -> each.code() + " " + each.place() + " " + each.message())
        .toList();
  }

  private static List<String> problems(String rows, String rest) {
    return problems(new TestWorkbook().sheet("t", "visible", rows, rest).bytes());
  }

  @Test
  void places_are_rows_and_columns_of_the_sheet() {
    Source table =
        table(new TestWorkbook().sheet(row(2, "guard", "", "note") + row(5, "may", "long text")));
    assertThat(table.content()).isEqualTo("\nguard\t\tnote\n\n\nmay\tlong text");
    assertThat(table.place(table.content().indexOf("note"))).hasToString("t.rules.xlsx:2:3");
    assertThat(table.place(table.content().indexOf("text"))).hasToString("t.rules.xlsx:5:2");
  }

  @Test
  void cells_are_as_typed() {
    String numbers =
        cell("A1", "", "<v>100</v>")
            + cell("B1", "t=\"n\"", "<v>1.1000000000000001</v>")
            + cell("C1", "", "<v>1E-3</v>")
            + cell("D1", "t=\"b\"", "<v>1</v>")
            + cell("E1", "t=\"b\"", "<v>0</v>")
            + cell("F1", "t=\"str\"", "<f>A1&amp;\"x\"</f><v>100x</v>")
            + cell("G1", "", "<f>A1*2</f><v>200</v>")
            + cell("H1", "t=\"str\"", "<f>\"\"</f><v></v>")
            + cell("I1", "t=\"inlineStr\"", "<is><r><t>ri</t></r><r><t>ch</t></r></is>")
            + cell("J1", "t=\"inlineStr\"", "<is><t> two\n\tlines </t></is>")
            + cell("K1", "t=\"inlineStr\"", "<is><t>\"a\" b</t></is>");
    assertThat(content("<row>" + numbers + "</row>").split("\t", -1))
        .containsExactly(
            "100",
            "1.1",
            "0.001",
            "true",
            "false",
            "100x",
            "200",
            "",
            "rich",
            "two lines",
            "\"\"\"a\"\" b\"");
  }

  @Test
  void texts_have_no_hints_on_pronunciation() {
    TestWorkbook workbook =
        new TestWorkbook()
            .part(
                "xl/sharedStrings.xml",
                "<sst><si><t>one</t></si><si><r><t>t</t></r><r><t>wo</t></r>"
                    + "<rPh><t>TWO</t></rPh></si></sst>")
            .sheet(
                "<row>"
                    + cell("A1", "t=\"s\"", "<v>1</v>")
                    + cell("B1", "t=\"s\"", "<v>0</v>")
                    + "</row>");
    assertThat(table(workbook).content()).isEqualTo("two\tone");
    String inCell = "<is><t>two</t><rPh><t>TWO</t></rPh></is>";
    assertThat(content("<row>" + cell("A1", "t=\"inlineStr\"", inCell) + "</row>"))
        .isEqualTo("two");
  }

  @Test
  void dates_are_texts_of_iso_8601_by_the_format_of_their_cell() {
    String styles =
        "<styleSheet><numFmts><numFmt numFmtId=\"164\" formatCode=\"dd/mm/yyyy\\ hh:mm\"/>"
            + "<numFmt numFmtId=\"165\" formatCode=\"0.00&quot; days&quot;[Red]\"/></numFmts>"
            + "<cellStyleXfs><xf numFmtId=\"14\"/></cellStyleXfs><cellXfs><xf numFmtId=\"0\"/>"
            + "<xf numFmtId=\"14\"/><xf numFmtId=\"164\"/><xf numFmtId=\"165\"/></cellXfs>"
            + "</styleSheet>";
    String cells = "<row>";
    List<String> styled =
        List.of("46353 0", "46353 1", "46353.4375 2", "0.5 2", "59 1", "61 1", "2.5 3", "1E9 1");
    for (int i = 0; i < styled.size(); i++) {
      String[] each = styled.get(i).split(" ", -1);
      cells += cell((char) ('A' + i) + "1", "s=\"" + each[1] + "\"", "<v>" + each[0] + "</v>");
    }
    TestWorkbook workbook =
        new TestWorkbook().part("xl/styles.xml", styles).sheet(cells + "</row>");
    assertThat(table(workbook).content().split("\t", -1))
        .containsExactly(
            "46353",
            "2026-11-27",
            "2026-11-27T10:30",
            "12:00",
            "1900-02-28",
            "1900-03-01",
            "2.5",
            "1000000000");
    TestWorkbook since1904 =
        new TestWorkbook()
            .part("xl/styles.xml", styles)
            .sheet("<row>" + cell("A1", "s=\"1\"", "<v>44891</v>") + "</row>")
            .part(
                "xl/workbook.xml",
                "<workbook xmlns:r=\"r\"><workbookPr date1904=\"1\"/><sheets>"
                    + "<sheet name=\"a\" r:id=\"sheet1\"/></sheets></workbook>");
    assertThat(table(since1904).content()).isEqualTo("2026-11-27");
  }

  @Test
  void hidden_sheets_are_not_read() {
    TestWorkbook workbook =
        new TestWorkbook()
            .sheet("lists", "hidden", row(1, "hidden"), "")
            .sheet("more", "veryHidden", row(1, "very hidden"), "")
            .sheet(row(1, "shown"));
    assertThat(table(workbook).content()).isEqualTo("shown");
  }

  @Test
  void of_several_visible_sheets_the_one_named_rules_is_read() {
    TestWorkbook workbook = new TestWorkbook().sheet(row(1, "one")).sheet(row(1, "two"));
    assertThat(problems(workbook.bytes()))
        .containsExactly(
            "P207 t.rules.xlsx:1:1 this workbook has several visible sheets: Sheet 1, Sheet 2");
    workbook.sheet("Rules", "visible", row(1, "three"), "");
    assertThat(table(workbook).content()).isEqualTo("three");
    assertThat(problems(new TestWorkbook().bytes()))
        .containsExactly("P207 t.rules.xlsx:1:1 this workbook has no visible sheet");
  }

  @Test
  void a_formula_without_a_stored_value_and_an_error_are_refused() {
    String cells =
        cell("B3", "", "<f>A1*2</f>")
            + cell("C3", "t=\"e\"", "<f>1/0</f><v>#DIV/0!</v>")
            + cell("D3", "t=\"e\"", "<v>#N/A</v>");
    assertThat(problems("<row r=\"3\">" + cells + "</row>", ""))
        .containsExactly(
            "P208 t.rules.xlsx:3:2 the formula in this cell has no stored value",
            "P208 t.rules.xlsx:3:3 this cell holds the error #DIV/0!",
            "P208 t.rules.xlsx:3:4 this cell holds the error #N/A");
  }

  @Test
  void merged_cells_are_refused_except_in_comments() {
    String rows = row(1, "# a title") + row(2, "guard") + row(3, "may");
    assertThat(problems(rows, MERGED.formatted("A3:A4")))
        .containsExactly("P209 t.rules.xlsx:3:1 the cells A3:A4 are merged");
    TestWorkbook commented =
        new TestWorkbook().sheet("t", "visible", rows, MERGED.formatted("A1:F1"));
    assertThat(table(commented).content()).isEqualTo("# a title\nguard\nmay");
  }

  @Test
  void other_files_are_refused_by_what_they_are() {
    String archive = "P206 t.rules.xlsx:1:1 this is no .xlsx workbook: ";
    assertThat(problems("guard,verdict\n".getBytes(StandardCharsets.UTF_8)))
        .containsExactly(archive + "it is no archive");
    assertThat(problems(new byte[] {(byte) 0xD0, (byte) 0xCF, 0x11, (byte) 0xE0}))
        .containsExactly(
            archive + "it is a binary workbook of old Excel (.xls), or has a password");
    assertThat(problems(new TestWorkbook().part("_rels/.rels", "<Relationships/>").bytes()))
        .containsExactly(archive + "it has no part with the list of its sheets");
    assertThat(problems("<row r=\"1\"><c t=\"s\"><v>7</v></c></row>", ""))
        .containsExactly(archive + "its part xl/worksheets/sheet1.xml is damaged");
    assertThat(problems(row(2, "b") + row(1, "a"), ""))
        .containsExactly(archive + "its cells are not in order");
  }

  @Test
  void no_part_reads_other_files_or_defines_entities() {
    TestWorkbook workbook =
        new TestWorkbook()
            .sheet(row(1, "x"))
            .part(
                "xl/worksheets/sheet1.xml",
                "<!DOCTYPE a [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><worksheet><sheetData>"
                    + row(1, "&e;")
                    + "</sheetData></worksheet>");
    ProblemCollector problems = new ProblemCollector();
    Source table = WorkbookReader.read("t.rules.xlsx", workbook.bytes(), problems);
    assertThat(table == null ? "" : table.content()).doesNotContain("root");
    assertThat(problems.sorted()).extracting(Problem::code).containsExactly("P206");
  }

  @Test
  void archives_that_unpack_to_much_and_sheets_that_repeat_much_are_refused() {
    String zeros = "0".repeat(1 << 20);
    TestWorkbook bomb = new TestWorkbook().sheet(row(1, "x"));
    for (int i = 0; i < 65; i++) {
      bomb.part("xl/media/" + i, zeros);
    }
    byte[] bytes = bomb.bytes();
    assertThat(bytes.length).isLessThan(1 << 18);
    assertThat(problems(bytes))
        .containsExactly("P210 t.rules.xlsx:1:1 this workbook unpacks to more than 64 MiB");
    StringBuilder rows = new StringBuilder();
    for (int i = 1; i < 1000; i++) {
      rows.append("<row>" + cell("A" + i, "t=\"s\"", "<v>0</v>") + "</row>");
    }
    String text = "<sst><si><t>" + "x".repeat(30_000) + "</t></si></sst>";
    assertThat(
            problems(
                new TestWorkbook()
                    .part("xl/sharedStrings.xml", text)
                    .sheet(rows.toString())
                    .bytes()))
        .containsExactly("P210 t.rules.xlsx:1:1 the text of this sheet is larger than 4 MiB");
    assertThat(problems("<row>" + cell("XFD1", "", "<v>1</v>") + "</row>", ""))
        .containsExactly("P210 t.rules.xlsx:1:1 this sheet has more than 1000 columns");
    for (int row : new int[] {9_999_999, Integer.MAX_VALUE}) {
      assertThat(problems("<row r=\"" + row + "\">" + cell("", "", "<v>1</v>") + "</row>", ""))
          .containsExactly("P210 t.rules.xlsx:1:1 the text of this sheet is larger than 4 MiB");
    }
  }

  @Test
  void damaged_workbooks_are_never_an_exception() {
    byte[] good =
        new TestWorkbook().part("xl/styles.xml", "<styleSheet/>").sheet(row(1, "a", "b")).bytes();
    for (int seed = 0; seed < 2000; seed++) {
      Random random = new Random(seed);
      byte[] bytes = Arrays.copyOf(good, random.nextInt(good.length) + 1);
      for (int i = random.nextInt(4); i >= 0; i--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      ProblemCollector problems = new ProblemCollector();
      Source table = WorkbookReader.read("t.rules.xlsx", bytes, problems);
      assertThat(table == null).as("seed %s", seed).isEqualTo(problems.hasErrors());
    }
  }
}
