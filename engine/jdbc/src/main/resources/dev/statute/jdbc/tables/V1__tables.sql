-- Tables of instances and of agent turns. Loads unchanged on PostgreSQL 15 and SQLite 3.40 and on later
-- ones. Times are milliseconds since 1970. A crc is the CRC32C of the content of a row, verified on reading.

CREATE TABLE statute_schema(
  version INT NOT NULL PRIMARY KEY);

CREATE TABLE workers(
  name TEXT NOT NULL PRIMARY KEY,
  session TEXT NOT NULL,
  until_at BIGINT NOT NULL,
  crc BIGINT NOT NULL);

CREATE TABLE charts(
  hash TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  version INT NOT NULL,
  crc BIGINT NOT NULL);

-- A removed instance keeps its row without a snapshot: its numbers must never be used twice.
CREATE TABLE instances(
  instance_id TEXT NOT NULL PRIMARY KEY,
  chart_hash TEXT NOT NULL,
  snapshot TEXT,
  parent TEXT,
  epoch BIGINT NOT NULL,
  rev BIGINT NOT NULL,
  changed_at BIGINT NOT NULL,
  due_at BIGINT,
  ended INT NOT NULL,
  crc BIGINT NOT NULL,
  event_seq BIGINT NOT NULL,
  event_crc BIGINT NOT NULL,
  status TEXT NOT NULL CHECK(status IN('live','parked','quarantined','done','removed')),
  reason TEXT,
  status_crc BIGINT NOT NULL,
  holder TEXT,
  session TEXT);
CREATE INDEX ix_instances_due ON instances(due_at) WHERE due_at IS NOT NULL;

-- inbox_id orders the waiting events of one instance; crc is that of the rest plus inbox_id. An event
-- that was handled without waiting here has no payload.
CREATE TABLE inbox(
  instance_id TEXT NOT NULL,
  inbox_id BIGINT NOT NULL,
  event_id TEXT NOT NULL,
  payload TEXT,
  at BIGINT NOT NULL,
  crc BIGINT NOT NULL,
  outcome TEXT,
  handled_at BIGINT,
  outcome_crc BIGINT,
  PRIMARY KEY(instance_id, event_id));
CREATE INDEX ix_inbox_waiting ON inbox(instance_id, inbox_id) WHERE outcome IS NULL;
CREATE INDEX ix_inbox_handled ON inbox(handled_at) WHERE handled_at IS NOT NULL;

-- Ids of the events that an instance handled last, as far as its snapshot refers to this row: the
-- snapshot contains the revision in which the row was written.
CREATE TABLE handled_ids(
  instance_id TEXT NOT NULL PRIMARY KEY,
  rev BIGINT NOT NULL,
  ids TEXT NOT NULL,
  crc BIGINT NOT NULL);

-- Ended lives of instances whose id was started again: the last snapshot of each, by the revision
-- that the id then had.
CREATE TABLE lives(
  instance_id TEXT NOT NULL,
  rev BIGINT NOT NULL,
  until_at BIGINT NOT NULL,
  snapshot TEXT NOT NULL,
  crc BIGINT NOT NULL,
  PRIMARY KEY(instance_id, rev));

CREATE TABLE outbox(
  instance_id TEXT NOT NULL,
  rev BIGINT NOT NULL,
  n INT NOT NULL,
  effect_key TEXT NOT NULL,
  payload TEXT NOT NULL,
  at BIGINT NOT NULL,
  crc BIGINT NOT NULL,
  PRIMARY KEY(instance_id, rev, n));

CREATE TABLE events(
  instance_id TEXT NOT NULL,
  number BIGINT NOT NULL,
  at BIGINT NOT NULL,
  type TEXT NOT NULL,
  payload TEXT NOT NULL,
  cause TEXT NOT NULL,
  crc BIGINT NOT NULL,
  PRIMARY KEY(instance_id, number));
CREATE INDEX ix_events_at ON events(at);

-- changes: number of transactions that changed any row of the agent; it validates cached rows
CREATE TABLE agent_state_head(
  agent_id TEXT NOT NULL PRIMARY KEY,
  bucket INT NOT NULL,
  chart_id TEXT NOT NULL,
  chart_hash TEXT NOT NULL,
  status TEXT NOT NULL CHECK(status IN('idle','dispatched','running','suspended')),
  chart_state TEXT NOT NULL,
  data TEXT NOT NULL,
  turn_epoch BIGINT NOT NULL,
  active_agent_turn_id TEXT,
  rev BIGINT NOT NULL,
  event_seq BIGINT NOT NULL,
  waiting_tool_count INT NOT NULL,
  resume_deadline BIGINT,
  lease_owner TEXT,
  lease_until BIGINT,
  context_box_id TEXT,
  context_seq BIGINT,
  output_box_id TEXT,
  trace_id TEXT,
  parent_step_id TEXT,
  depth INT NOT NULL,
  updated_at BIGINT NOT NULL,
  crc BIGINT NOT NULL,
  changes BIGINT NOT NULL,
  changes_crc BIGINT NOT NULL,
  CHECK((status='idle')=(active_agent_turn_id IS NULL)),
  CHECK(status<>'suspended' OR (resume_deadline IS NOT NULL AND waiting_tool_count>0)));
CREATE INDEX ix_head_ready  ON agent_state_head(updated_at)      WHERE status IN('dispatched','running');
CREATE INDEX ix_head_lease  ON agent_state_head(lease_until)     WHERE status IN('dispatched','running');
CREATE INDEX ix_head_resume ON agent_state_head(resume_deadline) WHERE status='suspended';

CREATE TABLE agent_inbox(
  inbox_id BIGINT NOT NULL PRIMARY KEY,
  agent_id TEXT NOT NULL,
  bucket INT NOT NULL,
  message_type TEXT NOT NULL,
  dedup_key TEXT NOT NULL,
  correlation_id TEXT,
  agent_turn_id TEXT,
  turn_epoch BIGINT,
  status TEXT NOT NULL CHECK(status IN
    ('queued','pending','deferred','processing','consumed','error','skipped')),
  tries INT NOT NULL,
  payload TEXT NOT NULL,
  trace_id TEXT,
  parent_step_id TEXT,
  depth INT NOT NULL,
  outcome TEXT,
  created_at BIGINT NOT NULL,
  crc BIGINT NOT NULL,
  UNIQUE(agent_id, dedup_key));
CREATE INDEX ix_agent_inbox_queued ON agent_inbox(agent_id, inbox_id) WHERE status='queued';
CREATE INDEX ix_agent_inbox_turn   ON agent_inbox(agent_turn_id, inbox_id) WHERE agent_turn_id IS NOT NULL;

CREATE TABLE turns(
  agent_turn_id TEXT NOT NULL PRIMARY KEY,
  agent_id TEXT NOT NULL,
  inbox_id BIGINT NOT NULL UNIQUE,
  turn_epoch BIGINT NOT NULL,
  attempt INT NOT NULL,
  status TEXT NOT NULL CHECK(status IN
    ('dispatched','running','suspended','success','failed','stopped')),
  started_at BIGINT,
  ended_at BIGINT,
  crc BIGINT NOT NULL);

-- n: the order in which a turn made its calls
CREATE TABLE turn_waiting_tools(
  tool_call_id TEXT NOT NULL PRIMARY KEY,
  agent_turn_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  turn_epoch BIGINT NOT NULL,
  step_id TEXT,
  after_execution TEXT NOT NULL,
  status TEXT NOT NULL CHECK(status IN('waiting','received','applied','expired','dropped')),
  deadline BIGINT NOT NULL,
  call_card_id TEXT NOT NULL,
  result_card_id TEXT,
  result TEXT,
  settled_by BIGINT,
  n INT NOT NULL,
  crc BIGINT NOT NULL,
  n_crc BIGINT NOT NULL);
CREATE INDEX ix_waiting_turn ON turn_waiting_tools(agent_turn_id, n);

CREATE TABLE execution_edges(
  edge_id BIGINT NOT NULL PRIMARY KEY,
  inbox_id BIGINT,
  primitive TEXT NOT NULL,
  edge_phase TEXT NOT NULL,
  source_id TEXT,
  target_id TEXT,
  trace_id TEXT,
  created_at BIGINT NOT NULL,
  crc BIGINT NOT NULL,
  UNIQUE(inbox_id, primitive, edge_phase));

CREATE TABLE boxes(
  box_id TEXT NOT NULL PRIMARY KEY,
  writer TEXT,
  forked_from TEXT,
  forked_at BIGINT NOT NULL,
  crc BIGINT NOT NULL);

CREATE TABLE cards(
  card_id TEXT NOT NULL PRIMARY KEY,
  box_id TEXT NOT NULL,
  seq BIGINT NOT NULL,
  type TEXT NOT NULL,
  agent_turn_id TEXT,
  turn_epoch BIGINT NOT NULL,
  content TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  crc BIGINT NOT NULL,
  UNIQUE(box_id, seq));

-- the last fence: a turn ends once
CREATE TABLE deliverables(
  agent_turn_id TEXT NOT NULL PRIMARY KEY,
  card_id TEXT NOT NULL UNIQUE,
  outcome TEXT NOT NULL,
  crc BIGINT NOT NULL);

-- out_id: the order in which events leave, the same as event_seq for one agent; taken_until: end of
-- the claim by a publisher; taken: number of claims; left_crc: checksum of these columns
CREATE TABLE agent_outbox(
  event_id TEXT NOT NULL PRIMARY KEY,
  agent_id TEXT NOT NULL,
  event_seq BIGINT NOT NULL,
  agent_turn_id TEXT,
  turn_epoch BIGINT NOT NULL,
  type TEXT NOT NULL,
  payload TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  crc BIGINT NOT NULL,
  out_id BIGINT NOT NULL,
  published_at BIGINT,
  taken_until BIGINT,
  taken INT NOT NULL,
  left_crc BIGINT NOT NULL,
  UNIQUE(agent_id, event_seq));
CREATE UNIQUE INDEX ux_task_event ON agent_outbox(agent_turn_id) WHERE type='task';
CREATE INDEX ix_agent_outbox_todo ON agent_outbox(out_id) WHERE published_at IS NULL;

CREATE TABLE agent_timers(
  agent_id TEXT NOT NULL,
  name TEXT NOT NULL,
  due_at BIGINT NOT NULL,
  payload TEXT,
  crc BIGINT NOT NULL,
  PRIMARY KEY(agent_id, name));
CREATE INDEX ix_agent_timers_due ON agent_timers(due_at);

-- what is seen of agents; nothing is decided by it
CREATE TABLE agent_signals(
  agent_id TEXT NOT NULL PRIMARY KEY,
  activity TEXT NOT NULL,
  tool TEXT,
  waiting INT NOT NULL,
  seen_at BIGINT NOT NULL,
  crc BIGINT NOT NULL);

INSERT INTO statute_schema(version) VALUES (1);
