package dev.statute.progress;

/** The levels of findings, in order. */
enum FindingLevel {
  HINT(0, "hint"),
  RECOVER(1, "recover"),
  STOP(2, "stop");

  private final int rank;
  private final String text;

  FindingLevel(int rank, String text) {
    this.rank = rank;
    this.text = text;
  }

  /** The level of that name; a word that is none counts as the mildest. */
  static FindingLevel of(String name) {
    return name.equals("stop") ? STOP : name.equals("recover") ? RECOVER : HINT;
  }

  /** The level of that rank. */
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
