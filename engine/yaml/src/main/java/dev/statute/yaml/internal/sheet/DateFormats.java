package dev.statute.yaml.internal.sheet;

import static dev.statute.yaml.internal.sheet.WorkbookParts.attribute;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Formats that show numbers as dates: workbooks store a date as a number of days, and only the
 * format of the cell tells it from a number.
 *
 * @param dateStyles whether cells of a style show dates, by its number
 */
record DateFormats(List<Boolean> dateStyles, boolean since1904) {
  private static final LocalDate FIRST_DAY = LocalDate.of(1899, 12, 30);

  /** Days between the two epochs of workbooks. */
  private static final int DAYS_TO_1904 = 1462;

  /** First day on which the calendar of workbooks, with a 29th of February 1900, is right. */
  private static final int MARCH_1900 = 61;

  private static final double LAST_DAY = 2_958_466;

  /** Reads the formats of a part; all cells are numbers without one. */
  static DateFormats read(WorkbookParts parts, @Nullable String part, boolean since1904)
      throws WorkbookException {
    DateFormats dates = new DateFormats(new ArrayList<>(), since1904);
    Map<String, String> codes = new HashMap<>();
    boolean[] isInCells = {false};
    parts.forEach(
        part,
        xml -> {
          String name = xml.getLocalName();
          if (name.equals("cellXfs")) {
            isInCells[0] = xml.isStartElement();
          } else if (name.equals("numFmt") && xml.isStartElement()) {
            codes.put(attribute(xml, "numFmtId"), attribute(xml, "formatCode"));
          } else if (name.equals("xf") && xml.isStartElement() && isInCells[0]) {
            String id = attribute(xml, "numFmtId");
            dates.dateStyles.add(isDate(id, codes.get(id)));
          }
        });
    return dates;
  }

  private static boolean isDate(String id, @Nullable String code) {
    return code == null
        ? id.matches("1[4-9]|2[0-2]|2[7-9]|3[0-6]|4[5-7]|5[0-8]")
        : code.replaceAll("\"[^\"]*\"|\\\\.|_.|\\*.|\\[[^\\]]*\\]|General", "")
            .matches("(?i).*[ymdhs].*");
  }

  /** Formats a number of a cell as ISO date, time or both; null if the format is none of a date. */
  @Nullable String format(String style, double value) {
    boolean isKnown = style.matches("\\d{1,6}") && Integer.parseInt(style) < dateStyles.size();
    if (!isKnown || !dateStyles.get(Integer.parseInt(style)) || value < 0 || value >= LAST_DAY) {
      return null;
    }
    long seconds = Math.round(value * 86_400);
    long days = seconds / 86_400;
    LocalTime time = LocalTime.ofSecondOfDay(seconds % 86_400);
    if (days == 0) {
      return time.toString();
    }
    long shift = since1904 ? DAYS_TO_1904 : days < MARCH_1900 ? 1 : 0;
    LocalDate date = FIRST_DAY.plusDays(days + shift);
    return time.equals(LocalTime.MIDNIGHT)
        ? date.toString()
        : LocalDateTime.of(date, time).toString();
  }
}
