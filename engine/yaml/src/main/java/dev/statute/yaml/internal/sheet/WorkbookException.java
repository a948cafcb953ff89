package dev.statute.yaml.internal.sheet;

import dev.statute.problem.Place;
import dev.statute.problem.Problem;

/** Reason why no table can be read from a workbook. */
final class WorkbookException extends Exception {
  private static final long serialVersionUID = 1;

  private final String code;
  private final String fix;

  private WorkbookException(String code, String message, String fix) {
    super(message, null, false, false);
    this.code = code;
    this.fix = fix;
  }

  /** Creates the refusal of a file that is no workbook. */
  static WorkbookException noWorkbook(String why) {
    return new WorkbookException(
        "P206",
        "this is no .xlsx workbook: " + why,
        "save it as an Excel workbook (.xlsx) without a password, or as .csv");
  }

  /** Creates the refusal of a workbook in which the sheet with the table is not clear. */
  static WorkbookException unclearSheet(String message) {
    return new WorkbookException(
        "P207", message, "name the sheet with the table 'rules', or hide all others");
  }

  /** Creates the refusal of a workbook beyond a limit. */
  static WorkbookException tooLarge(String message) {
    return new WorkbookException(
        "P210", message, "keep the table alone in a workbook, or split it");
  }

  Problem problem(String file) {
    return Problem.error(code, new Place(file, 1, 1), String.valueOf(getMessage()), fix);
  }
}
