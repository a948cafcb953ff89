package dev.statute.policy;

/** What a rule says, by inserting it as a fact. */
public sealed interface Verdict
    permits Deny, Permit, Redirect, Ignore, Grant, Finding, Waive, Refuse {
  /** Why, for people. */
  String reason();
}
