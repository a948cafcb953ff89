package dev.statute.yaml.internal.pack;

/** Names of rule files: {@code NAME.drl}, and {@code NAME.rules.csv} for a decision table. */
public final class RuleFileNames {
  static final String DRL = ".drl";
  static final String TABLE = ".rules.csv";

  private RuleFileNames() {}

  /** Tests for the name of a rule file that packs of a folder consist of. */
  public static boolean isRules(String name) {
    return name.endsWith(DRL) || name.endsWith(TABLE);
  }

  /**
   * Returns the name of the pack in a rule file, which may be any {@code .csv} if it is given, or
   * in a catalogue of tools.
   */
  public static String packName(String name) {
    return name.replaceFirst(
        "(\\.rules)?\\.(drl|csv)$|(?<=.)\\.tools\\.yaml$|(?<=tools)\\.yaml$", "");
  }
}
