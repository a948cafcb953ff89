package dev.statute.yaml.internal.sheet;

import static dev.statute.yaml.internal.sheet.WorkbookParts.attribute;

import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the table in a workbook ({@code .xlsx}): that of its visible sheet, or of the one named
 * {@code rules} if several are visible. The table is a {@link Source#ofSheet}, so that a decision
 * table is translated independent of the format of its file.
 */
public final class WorkbookReader {
  private final WorkbookParts parts;
  private final List<String> shared = new ArrayList<>();
  private final Map<String, String> visible = new LinkedHashMap<>();
  private boolean since1904;

  private WorkbookReader(WorkbookParts parts) {
    this.parts = parts;
  }

  /** Tests for the name of a workbook; a binary one ({@code .xls}) is refused on reading. */
  public static boolean isWorkbook(String name) {
    return name.endsWith(".xlsx") || name.endsWith(".xls");
  }

  /** Returns the table, or null after a report. */
  public static @Nullable Source read(String file, byte[] bytes, ProblemCollector problems) {
    ProblemCollector found = new ProblemCollector();
    Source table = null;
    try {
      String content = new WorkbookReader(WorkbookParts.read(bytes)).table(file, found);
      table = found.hasErrors() ? null : Source.ofSheet(file, content);
    } catch (WorkbookException refusal) {
      found.add(refusal.problem(file));
    }
    problems.addAll(found.sorted());
    return table;
  }

  private String table(String file, ProblemCollector problems) throws WorkbookException {
    String workbook = parts.relations("", true).get("officeDocument");
    if (workbook == null) {
      throw WorkbookException.noWorkbook("it has no part with the list of its sheets");
    }
    Map<String, String> types = parts.relations(workbook, true);
    Map<String, String> sheets = parts.relations(workbook, false);
    readWorkbook(workbook);
    readShared(types.get("sharedStrings"));
    DateFormats dates = DateFormats.read(parts, types.get("styles"), since1904);
    SheetReader reader = new SheetReader(file, shared, dates, problems);
    parts.forEach(sheets.get(visible.getOrDefault(chosen(), "")), reader);
    return reader.content();
  }

  private void readWorkbook(String part) throws WorkbookException {
    parts.forEach(
        part,
        xml -> {
          if (xml.isStartElement() && xml.getLocalName().equals("workbookPr")) {
            since1904 = attribute(xml, "date1904").matches("1|true");
          } else if (xml.isStartElement()
              && xml.getLocalName().equals("sheet")
              && !attribute(xml, "state").endsWith("idden")) {
            visible.put(attribute(xml, "name"), attribute(xml, "id"));
          }
        });
  }

  private String chosen() throws WorkbookException {
    if (visible.isEmpty()) {
      throw WorkbookException.unclearSheet("this workbook has no visible sheet");
    }
    List<String> named = visible.keySet().stream().filter("rules"::equalsIgnoreCase).toList();
    if (visible.size() > 1 && named.isEmpty()) {
      throw WorkbookException.unclearSheet(
          "this workbook has several visible sheets: "
              + visible.keySet().stream().limit(10).collect(Collectors.joining(", ")));
    }
    return named.isEmpty() ? visible.keySet().iterator().next() : named.get(0);
  }

  /** Reads the texts that cells refer to by number, without hints on their pronunciation. */
  private void readShared(@Nullable String part) throws WorkbookException {
    StringBuilder text = new StringBuilder();
    boolean[] isHint = {false};
    parts.forEach(
        part,
        xml -> {
          String name = xml.getLocalName();
          if (name.equals("rPh")) {
            isHint[0] = xml.isStartElement();
          } else if (name.equals("t") && xml.isStartElement() && !isHint[0]) {
            text.append(xml.getElementText());
          } else if (name.equals("si") && xml.isEndElement()) {
            shared.add(text.toString());
            text.setLength(0);
          }
        });
  }
}
