package dev.statute.cli;

/** Numbers with their noun: {@code 1 file}, {@code 2 files}. */
final class Count {
  private Count() {}

  static String of(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
