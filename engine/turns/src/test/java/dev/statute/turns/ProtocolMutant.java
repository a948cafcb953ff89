package dev.statute.turns;

import dev.statute.policy.spi.Policy;
import dev.statute.step.Chart;
import dev.statute.step.Interpreter;
import dev.statute.turns.internal.protocol.AgentTransaction;
import dev.statute.turns.internal.protocol.TurnTransactions;
import dev.statute.turns.internal.protocol.WorkerProtocol;
import dev.statute.turns.store.TurnRecords;
import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnRecords.Timer;
import dev.statute.turns.store.TurnRecords.Turn;
import dev.statute.turns.store.TurnStatuses.CallStatus;
import dev.statute.turns.store.TurnStatuses.InboxStatus;
import dev.statute.turns.store.TurnStatuses.TurnStatus;
import dev.statute.turns.store.TurnStore;
import dev.statute.turns.store.TurnTransaction;
import dev.statute.turns.store.internal.MemoryPruning;
import dev.statute.turns.store.internal.MemoryTables;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Protocols with one fault each, which the simulation must detect. */
enum ProtocolMutant {
  /** A worker continues after a takeover. */
  NO_EPOCH_CHECK(made().workers(Gateless::new).without("only the")),
  /** The head is written over concurrent changes. */
  NO_COMPARE_AND_SET(made().transaction(Blind::new)),
  /** A repeated request counts as two. */
  NO_DEDUP(
      made()
          .transaction(
              tx ->
                  new ForwardingTurnTransaction(tx) {
                    @Override
                    public Message add(Message row) {
                      return super.add(
                          new Message(
                              row.id(),
                              row.agent(),
                              row.type(),
                              row.dedupKey() + "#" + row.id(),
                              row.correlation(),
                              row.turn(),
                              row.epoch(),
                              row.status(),
                              row.tries(),
                              row.payload(),
                              row.lineage(),
                              row.outcome(),
                              row.createdAt()));
                    }
                  })),
  /** The event of a turn's end is written after its end. */
  EVENT_IN_ITS_OWN_TRANSACTION(
      made()
          .store(
              to ->
                  new SplitTransactionStore(
                      to, x -> x instanceof Event e && e.type().equals("task")))),
  /** The deliverable is written after the end of its turn. */
  DELIVERABLE_IN_ITS_OWN_TRANSACTION(
      made().store(to -> new SplitTransactionStore(to, x -> x instanceof TurnRecords.Deliverable))),
  /** The head is written after the rows. */
  HEAD_IN_ITS_OWN_TRANSACTION(
      made().store(to -> new SplitTransactionStore(to, x -> x instanceof Head))),
  /** The request is marked done after its turn has ended. */
  INBOX_IN_ITS_OWN_TRANSACTION(
      made()
          .store(
              to ->
                  new SplitTransactionStore(
                      to, x -> x instanceof Message m && m.status() == InboxStatus.CONSUMED))),
  /** Silent workers are not detected. */
  NO_LEASE(
      made()
          .store(
              to ->
                  new ForwardingTurnStore(to) {
                    @Override
                    public List<String> silent(Instant until, int atMost) {
                      return List.of();
                    }
                  })),
  /** Missing results are not detected. */
  NO_RESUME_DEADLINE(
      made()
          .store(
              to ->
                  new ForwardingTurnStore(to) {
                    @Override
                    public List<String> overdue(Instant until, int atMost) {
                      return List.of();
                    }
                  })),
  /** Deferred rows are never reconsidered. */
  NO_TIMERS(
      made()
          .store(
              to ->
                  new ForwardingTurnStore(to) {
                    @Override
                    public List<Timer> due(Instant until, int atMost) {
                      return List.of();
                    }
                  })),
  /** A request that arrives while the turn before it ends depends on a ring. */
  NO_SWEEP_OF_THE_QUEUE(
      made()
          .store(
              to ->
                  new ForwardingTurnStore(to) {
                    @Override
                    public List<String> queued(int atMost) {
                      return List.of();
                    }
                  })),
  /** The next request is chosen by rows read before the lock of the head. */
  ONE_STATEMENT_CLAIM(
      made()
          .transaction(
              tx ->
                  new Blind(tx) {
                    @Override
                    public boolean update(Message row, InboxStatus expected) {
                      Message now = super.message(row.id());
                      return now != null && super.update(row, now.status());
                    }
                  })),
  /** The turn continues after the first result. */
  EARLY_RESUME(
      made()
          .without("with others open")
          .without("the last one")
          .granting("report-resumes-the-turn")),
  /** The continuation of a call ignores its result. */
  RESULTS_DO_NOT_SAY_WHAT_FOLLOWS(
      made()
          .transaction(
              tx ->
                  new ForwardingTurnTransaction(tx) {
                    @Override
                    public boolean update(AwaitedCall call, CallStatus expected) {
                      AwaitedCall before = super.awaited(call.id());
                      return before != null
                          && super.update(call.withAfter(before.after()), expected);
                    }
                  })),
  /** A partial result counts as the final one. */
  PARTS_SETTLE_THEIR_CALLS(made().without("a result so far")),
  /** Requests may be nested without a limit. */
  NO_DEPTH_LIMIT(made().chart("event.depth >= settings.max_depth", "event.depth < 0")),
  /** Calls share one deadline. */
  ONE_DEADLINE_FOR_ALL_CALLS(
      made()
          .transaction(
              tx ->
                  new ForwardingTurnTransaction(tx) {
                    @Override
                    public List<AwaitedCall> calls(String turn) {
                      return super.calls(turn).stream()
                          .map(call -> call.withDeadline(AwaitedCall.DEFAULT_PATIENCE))
                          .toList();
                    }
                  })),
  /** A worker writes into the box that it reads. */
  CONTEXT_IS_WRITTEN(
      made()
          .transaction(
              tx ->
                  new ForwardingTurnTransaction(tx) {
                    @Override
                    public boolean add(TurnRecords.Card card) {
                      Head head = super.head();
                      TurnRecords.TurnBoxes boxes = head == null ? null : head.boxes();
                      String context = boxes == null ? null : boxes.context();
                      return context == null || !card.box().equals(boxes.output())
                          ? super.add(card)
                          : super.add(
                              new TurnRecords.Card(
                                  card.id(),
                                  context,
                                  super.lastCard(context) + 1,
                                  card.type(),
                                  card.turn(),
                                  card.epoch(),
                                  card.content(),
                                  card.createdAt()));
                    }
                  })),
  /** A report of an earlier epoch resumes the turn. */
  NO_EPOCH_IN_REPORTS(made().without("a report of another")),
  /** A silent turn that ran is run again. */
  SILENT_TURN_RUNS_AGAIN(
      made()
          .chart(
              "        - to: idle\n"
                  + "          do:\n"
                  + "            - assign: { rings: 0 }\n"
                  + "            - call: turn.bump\n"
                  + "            - call: { handler: turn.deliver, with: { outcome: \"'failed'\","
                  + " reason: \"'silent'\" } }",
              "        - to: dispatched\n"
                  + "          do:\n"
                  + "            - assign: { rings: 0 }\n"
                  + "            - call: { handler: turn.lease, with: { attempt: event.attempt + 1,"
                  + " patience: settings.dispatch_patience } }")),
  /** A stopped worker is not fenced. */
  STOP_WITHOUT_BUMP(
      made()
          .chart(
              "      - call: turn.bump\n"
                  + "      - call: { handler: turn.deliver, with: { outcome: \"'stopped'\"",
              "      - call: { handler: turn.deliver, with: { outcome: \"'stopped'\"")),
  /** A result marks its call, over later changes of the call. */
  CALLS_ARE_MARKED_BLINDLY(
      made()
          .transaction(
              tx ->
                  new Blind(tx) {
                    @Override
                    public boolean update(AwaitedCall call, CallStatus expected) {
                      AwaitedCall now = super.awaited(call.id());
                      return now != null && super.update(call, now.status());
                    }
                  })),
  /** A call is made and not awaited. */
  CALLS_ARE_FORGOTTEN(
      made()
          .transaction(
              tx ->
                  new ForwardingTurnTransaction(tx) {
                    @Override
                    public boolean add(AwaitedCall call) {
                      return call.id().hashCode() % 2 == 0 || super.add(call);
                    }
                  })),
  /** Two turns write to one box. */
  NO_FORK(
      made()
          .transaction(
              tx ->
                  new ForwardingTurnTransaction(tx) {
                    @Override
                    public TurnRecords.@Nullable Box box(String id) {
                      TurnRecords.Box box = super.box(id);
                      return box == null
                          ? null
                          : new TurnRecords.Box(id, null, box.forkedFrom(), box.forkedAt());
                    }

                    @Override
                    public boolean setWriter(
                        String box, @Nullable String writer, @Nullable String expected) {
                      TurnRecords.Box now = super.box(box);
                      return now != null && super.setWriter(box, writer, now.writer());
                    }
                  })),
  /** A refused action of a busy agent is stored. */
  BUSY_WRITES_A_ROW(
      made()
          .transaction(
              tx ->
                  new ForwardingTurnTransaction(tx) {
                    @Override
                    public void abandon() {
                      // writes a wrong row
                    }
                  })),
  /** A result after its timeout is dropped. */
  LATE_RESULTS_LEAVE_NO_TRACE(
      made()
          .transaction(
              tx ->
                  new ForwardingTurnTransaction(tx) {
                    @Override
                    public Message add(Message row) {
                      return row.dedupKey().endsWith(":late") ? row : super.add(row);
                    }
                  })),
  /** Events are marked before their publication. */
  PUBLISHED_BEFORE_THEY_LEAVE(
      made()
          .store(
              to ->
                  new ForwardingTurnStore(to) {
                    @Override
                    public List<Event> unpublished(int atMost) {
                      List<Event> all = super.unpublished(atMost + 1);
                      super.markPublished(all.stream().map(Event::id).toList(), Instant.EPOCH);
                      return all.subList(0, Math.min(atMost, all.size()));
                    }
                  })),
  /** An unclaimed turn is leased for ever. */
  ATTEMPTS_WITHOUT_END(made().granting("may-lease-again")),
  /** A turn's row is not updated at its end. */
  TURN_IS_NOT_ENDED(
      made()
          .transaction(
              tx ->
                  new ForwardingTurnTransaction(tx) {
                    @Override
                    public boolean update(Turn turn, TurnStatus expected) {
                      return turn.status() == TurnStatus.STOPPED || super.update(turn, expected);
                    }
                  })),
  /** A turn is pruned before the publication of its end. */
  RETENTION_BEFORE_THE_END_IS_TOLD(
      made()
          .pruning(
              (tables, before) ->
                  new MemoryPruning(tables, before) {
                    @Override
                    public boolean hasLeft(@Nullable String task, Set<String> unpublished) {
                      return true;
                    }
                  })),
  /** An agent's last event is pruned, which determines the next number. */
  RETENTION_OF_THE_LAST_EVENT(
      made()
          .pruning(
              (tables, before) ->
                  new MemoryPruning(tables, before) {
                    @Override
                    public int lastEvents() {
                      return 0;
                    }
                  })),
  /** An old request is pruned, even if unfinished. */
  RETENTION_OF_WHAT_WAITS(
      made()
          .pruning(
              (tables, before) ->
                  new MemoryPruning(tables, before) {
                    @Override
                    public boolean isOver(Message message) {
                      return true;
                    }
                  })),
  /** A box is pruned that the next turn continues. */
  RETENTION_OF_BOXES_THAT_ARE_ASKED_FOR(
      made()
          .pruning(
              (tables, before) ->
                  new MemoryPruning(tables, before) {
                    @Override
                    public boolean isNamed(String box) {
                      return false;
                    }
                  }));

  private final MutantBuilder making;

  ProtocolMutant(MutantBuilder making) {
    this.making = making;
  }

  TurnSimulation.Made get() {
    return making.get();
  }

  private static MutantBuilder made() {
    return new MutantBuilder();
  }

  /** Head without compare-and-set, and event numbers from elsewhere. */
  private static class Blind extends ForwardingTurnTransaction {
    Blind(TurnTransaction tx) {
      super(tx);
    }

    @Override
    public boolean update(Head head, long turnEpoch, long rev) {
      Head now = super.head();
      return now != null && super.update(head, now.turnEpoch(), now.rev());
    }

    @Override
    public boolean add(Event event) {
      return super.add(
          new Event(
              event.id(),
              event.agent(),
              super.lastEvent() + 1,
              event.turn(),
              event.epoch(),
              event.type(),
              event.payload(),
              event.createdAt(),
              null));
    }
  }

  /** Workers without the check of turn and epoch. */
  private static final class Gateless extends WorkerProtocol {
    Gateless(TurnTransactions transactions) {
      super(transactions);
    }

    @Override
    public boolean holds(AgentTransaction round, Lease lease) {
      return true;
    }
  }

  /** Changes of the protocol. */
  private static final class MutantBuilder {
    private UnaryOperator<TurnStore> store = to -> to;
    private UnaryOperator<TurnStore> inner = to -> to;
    private Function<TurnTransactions, WorkerProtocol> workers = WorkerProtocol::new;
    private Set<String> without = Set.of();
    private Set<String> granted = Set.of();
    private @Nullable Map<String, String> replaced;
    private BiFunction<MemoryTables, Instant, MemoryPruning> pruning = MemoryPruning::new;

    MutantBuilder pruning(BiFunction<MemoryTables, Instant, MemoryPruning> other) {
      pruning = other;
      return this;
    }

    MutantBuilder store(UnaryOperator<TurnStore> other) {
      store = other;
      return this;
    }

    MutantBuilder transaction(UnaryOperator<TurnTransaction> wrap) {
      inner =
          to ->
              new ForwardingTurnStore(to) {
                @Override
                protected TurnTransaction wrap(TurnTransaction tx) {
                  return wrap.apply(tx);
                }
              };
      return this;
    }

    MutantBuilder workers(Function<TurnTransactions, WorkerProtocol> other) {
      workers = other;
      return this;
    }

    MutantBuilder without(String prefix) {
      Set<String> all = new LinkedHashSet<>(without);
      all.add(prefix);
      without = all;
      return this;
    }

    MutantBuilder granting(String guard) {
      granted = Set.of(guard);
      return this;
    }

    MutantBuilder chart(String text, String by) {
      replaced = Map.of(text, by);
      return this;
    }

    TurnSimulation.Made get() {
      Interpreter shipped = AgentTestCharts.shipped();
      Policy rules = new CachedPolicy(shipped.policy());
      Policy policy =
          without.isEmpty() && granted.isEmpty()
              ? rules
              : new EditedPolicy(rules, without, granted);
      Chart chart = replaced == null ? shipped.chart() : AgentTestCharts.changed(replaced);
      return new TurnSimulation.Made(Interpreter.of(chart, policy), store, inner, workers, pruning);
    }
  }
}
