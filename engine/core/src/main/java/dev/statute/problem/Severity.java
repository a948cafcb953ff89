package dev.statute.problem;

/** Severity of a {@link Problem}: an error rejects the file, a warning does not. */
public enum Severity {
  ERROR,
  WARNING
}
