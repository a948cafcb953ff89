package dev.statute.policy;

/** Statement of a rule, inserted as a fact. */
public sealed interface Verdict
    permits Deny, Permit, Redirect, Ignore, Grant, Finding, Waive, Refuse {
  /** Reason for people. */
  String reason();
}
