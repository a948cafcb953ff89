package dev.statute.progress.internal.finding;

/** Level of findings, in ascending order. */
public enum FindingLevel {
  HINT(0, "hint"),
  RECOVER(1, "recover"),
  STOP(2, "stop");

  private final int rank;
  private final String text;

  FindingLevel(int rank, String text) {
    this.rank = rank;
    this.text = text;
  }

  /** Returns the level of a name; unknown names count as the lowest level. */
  public static FindingLevel of(String name) {
    return name.equals("stop") ? STOP : name.equals("recover") ? RECOVER : HINT;
  }

  static FindingLevel of(int rank) {
    return rank == 2 ? STOP : rank == 1 ? RECOVER : HINT;
  }

  int rank() {
    return rank;
  }

  String text() {
    return text;
  }
}
