package dev.statute.logs.internal;

import dev.statute.expr.reading.GroupPattern;
import dev.statute.expr.reading.ReadingExpression;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Form of a log: where its entries are, which of them are calls, results and messages, and by what
 * they state a failure. Immutable, shared by threads.
 *
 * @param label how it is called
 * @param layout where its entries are
 * @param vocabulary names that its expressions may use
 * @param looks conditions of which any shows the form
 * @param clauses what takes entries and parts, by kind and in their order
 * @param marks conditions on entries that are no clauses
 * @param texts calls that stand elsewhere than in entries of their own
 */
public record FormDescription(
    Label label,
    Layout layout,
    Vocabulary vocabulary,
    List<Condition> looks,
    Map<ClauseKind, List<Clause>> clauses,
    Marks marks,
    Texts texts) {

  /**
   * How a form is called.
   *
   * @param name such as {@code claude-code}
   * @param doc what it is, in a sentence
   * @param refuse advice instead of reading, for a form of which no file was seen; empty = it is
   *     read
   */
  public record Label(String name, String doc, String refuse) {}

  /**
   * Where the entries are.
   *
   * @param container how a file holds entries
   * @param rows tables of a database that hold entries, the first that is there counts
   * @param lists paths of lists of entries in a document, the first that is there counts
   * @param loops named loops over parts of an entry
   * @param hasResults whether the form has results at all
   */
  public record Layout(
      Container container,
      List<Rows> rows,
      List<List<String>> lists,
      Map<String, Loop> loops,
      boolean hasResults) {}

  /**
   * Rows of a table, of which each is an entry {@code table}, {@code row} and {@code parts}.
   *
   * @param key column that says which session, or which row, they belong to
   * @param order columns by which they are ordered
   * @param parts rows that belong to one of these by its {@code id}; null = there are none
   */
  public record Rows(String table, String key, List<String> order, @Nullable Rows parts) {}

  /**
   * Loop over parts of an entry.
   *
   * @param paths of lists and objects, whose parts are joined; a text is one part
   * @param pattern whose matches in texts are the parts; null = the parts themselves
   */
  public record Loop(List<List<String>> paths, @Nullable GroupPattern pattern) {}

  /**
   * Names that expressions may use.
   *
   * @param names {@code item}, loops, then definitions, by slot
   * @param definitions of names, in their order
   */
  public record Vocabulary(List<String> names, List<Definition> definitions) {}

  /**
   * Conditions on entries that are no clauses.
   *
   * @param once key of an entry; an entry with a key and content that were read is a repetition
   * @param compactions of the condensations of the context
   * @param rounds of the begins of calls that are made in parallel
   * @param ignored of entries and parts that are left out
   */
  public record Marks(
      @Nullable ReadingExpression once,
      List<Condition> compactions,
      List<Condition> rounds,
      List<Condition> ignored) {}

  /**
   * Calls that stand elsewhere than in entries of their own.
   *
   * @param copies fields that repeat calls which stand elsewhere
   * @param dialects names of the ways to write calls in texts
   */
  public record Texts(Set<String> copies, Set<String> dialects) {}

  /** Name, such as {@code claude-code}. */
  public String name() {
    return label.name();
  }

  /** Advice instead of reading; empty = the form is read. */
  public String refuse() {
    return label.refuse();
  }

  /** Way in which a file holds the entries of a session. */
  public enum Container {
    /** JSON documents: one a line, or one for the file with lists of entries. */
    JSON,
    /** Log of changes to one document. */
    CHANGES,
    /** Requests of OTLP in JSON. */
    OTLP,
    /** Text in Markdown, of which each block is an entry. */
    MARKDOWN
  }

  /** Returns the clauses of a kind in their order; one entry or part is taken by the first. */
  List<Clause> clauses(ClauseKind kind) {
    return clauses.getOrDefault(kind, List.of());
  }

  /** Kind of what a clause takes. */
  enum ClauseKind {
    CALL,
    RESULT,
    MESSAGE,
    /** Further part of the last message or of the arguments of the last call. */
    PIECE
  }

  /**
   * Condition on an entry, or on the parts of one loop.
   *
   * @param loop name of the loop; empty = the entry
   */
  public record Condition(ReadingExpression when, String loop) {}

  /**
   * What takes an entry or part.
   *
   * @param fields expressions of its fields by name
   * @param except names of arguments that describe no work
   * @param once whether an id belongs to one call of the whole session
   */
  record Clause(
      Condition condition,
      Map<String, ReadingExpression> fields,
      Set<String> except,
      boolean once) {
    @Nullable ReadingExpression field(String name) {
      return fields.get(name);
    }
  }

  /**
   * Name with a value, computed when it is read.
   *
   * @param loop name of the loop whose part it depends on; empty = none
   * @param kind what is done with the values
   * @param sources one expression, of {@link DefinitionKind#FIRST} several
   * @param pattern of {@link DefinitionKind#MATCH} and {@link DefinitionKind#PAIRS}, else null
   */
  public record Definition(
      String loop,
      DefinitionKind kind,
      List<ReadingExpression> sources,
      @Nullable GroupPattern pattern) {}

  /** Kind of a definition. */
  public enum DefinitionKind {
    /** The value itself. */
    VALUE,
    /** The first value that is something. */
    FIRST,
    /** Named groups of a pattern in a text. */
    MATCH,
    /** Map of the groups {@code name} and {@code value} of all matches in a text. */
    PAIRS,
    /** Text that the attribute of an HTML element stands for; of a JSON text in it that text. */
    ATTRIBUTE,
    /** Object that a text is as JSON. */
    JSON,
    /** Object or list that a text is as JSON; any other value as it is. */
    PARSED,
    /** Text parts joined. */
    TEXTS
  }
}
