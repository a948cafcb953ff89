package dev.statute.step.internal.migrate;

import dev.statute.step.MigrationResult;

/** Refusal of a migration. Used as control flow, so without a stack trace. */
final class MigrationRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String code;

  MigrationRefused(String code, String message) {
    super(message, null, false, false);
    this.code = code;
  }

  MigrationResult.Refused toResult() {
    return new MigrationResult.Refused(code, String.valueOf(getMessage()), null);
  }
}
