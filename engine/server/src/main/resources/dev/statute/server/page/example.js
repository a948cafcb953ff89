/** What the playground begins with: one chart with a rule and a test, of the size of a screen. */
export const EXAMPLE = {
  chart: `chart: expense
version: 1
description: An expense claim. Who may approve how much stands in the rules.

policies: [rules]
settings: { approval_limit: 500 }
data: { amount: 0, owner: "" }

events:
  Submit:  { amount: int, by: string }
  Approve: { by: string }
  Reject:  { by: string, reason: string? }

initial: draft
states:
  draft:
    on:
      Submit:
        to: waiting
        do: [ { assign: { amount: event.amount, owner: event.by } } ]
  waiting:
    tags: [waiting]
    on:
      Approve: { to: approved }
      Reject:  { to: draft, reason: "\${has(event.reason) ? event.reason : 'rejected'}" }
    after:
      2d: { to: expired, reason: nobody answered }
  approved: { final: true }
  expired:  { on: { Submit: waiting } }
`,
  rules: `package rules

import dev.statute.policy.*

rule "nobody approves a claim of their own"
  @doc( "Who spent the money and who grants it are two people." )
when
  $t : Transition( event == "Approve", payload.has("by"), instance.data.has("owner"), payload.text("by") == instance.data.text("owner") )
then
  insert( new Deny($t, "the owner of a claim cannot approve it") );
end

rule "large claims need the head of finance"
when
  $t : Transition( event == "Approve", payload.has("by"), payload.text("by") != "fay", instance.data.num("amount") > settings.num("approval_limit") )
then
  insert( new Deny($t, "a claim this large is approved by fay alone") );
end
`,
  test: `chart: chart.yaml
tests:
  - name: a colleague approves
    steps:
      - { event: Submit, data: { amount: 120, by: ann }, expect: { to: [waiting] } }
      - { event: Approve, data: { by: bob }, expect: { to: [approved] } }

  - name: an unanswered claim expires
    steps:
      - { event: Submit, data: { amount: 120, by: ann } }
      - { advance: 2d, expect: { to: [expired] } }
`,
  lines: [{ event: 'Submit', data: { amount: 120, by: 'ann' } }],
};
