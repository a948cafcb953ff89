package dev.statute.yaml.internal.sheet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Workbook of XML parts, as small as the format permits. */
public final class TestWorkbook {
  private static final String RELATION =
      "<Relationship Id=\"%s\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/"
          + "relationships/%s\" Target=\"%s\"/>";

  private final Map<String, String> parts = new LinkedHashMap<>();
  private final StringBuilder sheets = new StringBuilder();
  private final StringBuilder relations = new StringBuilder();
  private int count;

  public TestWorkbook() {
    part("_rels/.rels", relations(RELATION.formatted("r1", "officeDocument", "xl/workbook.xml")));
    relations.append(RELATION.formatted("s", "sharedStrings", "/xl/sharedStrings.xml"));
    relations.append(RELATION.formatted("f", "styles", "styles.xml"));
  }

  private static String relations(String content) {
    return "<Relationships>" + content + "</Relationships>";
  }

  /** Adds or replaces a part. */
  public TestWorkbook part(String name, String xml) {
    parts.put(name, xml);
    return this;
  }

  /** Adds a sheet. */
  public TestWorkbook sheet(String name, String state, String rows, String rest) {
    String id = "sheet" + ++count;
    sheets.append(
        "<sheet name=\"%s\" sheetId=\"%s\" state=\"%s\" r:id=\"%s\"/>"
            .formatted(name, count, state, id));
    relations.append(RELATION.formatted(id, "worksheet", "worksheets/" + id + ".xml"));
    return part(
        "xl/worksheets/" + id + ".xml",
        "<worksheet><sheetData>" + rows + "</sheetData>" + rest + "</worksheet>");
  }

  /** Adds a visible sheet. */
  public TestWorkbook sheet(String rows) {
    return sheet("Sheet " + (count + 1), "visible", rows, "");
  }

  /** Returns a row of cells that hold texts. */
  public static String row(int number, String... texts) {
    StringBuilder row = new StringBuilder("<row r=\"" + number + "\">");
    for (int i = 0; i < texts.length; i++) {
      if (!texts[i].isEmpty()) {
        String at = (char) ('A' + i) + "" + number;
        row.append(cell(at, "t=\"inlineStr\"", "<is><t>" + texts[i] + "</t></is>"));
      }
    }
    return row + "</row>";
  }

  /** Returns a cell. */
  public static String cell(String at, String attributes, String content) {
    return "<c r=\"" + at + "\" " + attributes + ">" + content + "</c>";
  }

  /** Returns the archive. */
  public byte[] bytes() {
    Map<String, String> all = new LinkedHashMap<>(parts);
    all.put("xl/_rels/workbook.xml.rels", relations(relations.toString()));
    all.putIfAbsent(
        "xl/workbook.xml",
        "<workbook xmlns:r=\"r\"><workbookPr/><sheets>" + sheets + "</sheets></workbook>");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, String> part : all.entrySet()) {
        zip.putNextEntry(new ZipEntry(part.getKey()));
        zip.write(part.getValue().getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
