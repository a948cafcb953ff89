package dev.statute.policy.base;

import dev.statute.policy.Deny;
import dev.statute.policy.Finding;
import dev.statute.policy.Grant;
import dev.statute.policy.Ignore;
import dev.statute.policy.Permit;
import dev.statute.policy.Redirect;
import dev.statute.policy.Refuse;
import dev.statute.policy.Waive;

/** Statement of a rule, inserted as a fact. */
public sealed interface Verdict
    permits Deny, Permit, Redirect, Ignore, Grant, Finding, Waive, Refuse {
  /** Reason for people. */
  String reason();
}
