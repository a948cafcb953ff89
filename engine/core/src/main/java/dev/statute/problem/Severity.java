package dev.statute.problem;

/** How bad a {@link Problem} is: an error refuses the file, a warning does not. */
public enum Severity {
  ERROR,
  WARNING
}
