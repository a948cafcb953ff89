package dev.statute.yaml.internal.pack;

import java.util.List;

/**
 * Names of rule files: {@code NAME.drl}, and {@code NAME.rules.csv} or {@code NAME.rules.xlsx} for
 * a decision table.
 */
public final class RuleFileNames {
  /** Ends of the names of rule files; a binary workbook is found, to be refused by name. */
  static final List<String> ENDS = List.of(".drl", ".rules.csv", ".rules.xlsx", ".rules.xls");

  private RuleFileNames() {}

  /** Tests for the name of a rule file that packs of a folder consist of. */
  public static boolean isRules(String name) {
    return ENDS.stream().anyMatch(name::endsWith);
  }

  /**
   * Returns the name of the pack in a rule file, which may be any {@code .csv} or {@code .xlsx} if
   * it is given, or in a catalogue of tools.
   */
  public static String packName(String name) {
    return name.replaceFirst(
        "(\\.rules)?\\.(drl|csv|xlsx?)$|(?<=.)\\.tools\\.ya?ml$|(?<=tools)\\.ya?ml$", "");
  }
}
