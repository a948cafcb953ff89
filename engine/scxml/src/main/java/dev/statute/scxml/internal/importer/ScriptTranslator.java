package dev.statute.scxml.internal.importer;

import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import dev.statute.problem.VisibleText;
import dev.statute.scxml.internal.document.XmlElement;
import dev.statute.scxml.internal.document.YamlWriter;
import dev.statute.scxml.internal.script.EcmaScriptTranslator;
import dev.statute.scxml.internal.script.InvalidExpression;
import dev.statute.scxml.internal.script.NameMapping;
import dev.statute.scxml.internal.script.UntranslatableContent;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Expressions of one document: translated from ECMAScript, or unchanged for a CEL data model.
 * Content without a translation is a problem at its place. Content that ECMAScript itself would
 * refuse fails at run time, as in SCXML, with a warning at its place.
 */
final class ScriptTranslator {
  /** Start of the conversions that {@link #failingExpression} writes. */
  private static final String FAILING = "int(dyn('";

  private static final int LONGEST = 60;

  private final ProblemCollector problems;
  private final NameMapping names;
  private final boolean cel;
  private final Function<String, @Nullable Source> files;

  ScriptTranslator(
      ProblemCollector problems,
      NameMapping names,
      boolean cel,
      Function<String, @Nullable Source> files) {
    this.files = files;
    this.problems = problems;
    this.names = names;
    this.cel = cel;
  }

  ProblemCollector problems() {
    return problems;
  }

  NameMapping names() {
    return names;
  }

  boolean isCel() {
    return cel;
  }

  /** Returns an attribute required by SCXML; reports its absence. */
  SourceText required(XmlElement e, String attribute) {
    SourceText value = e.attribute(attribute);
    if (value == null) {
      problems.error(
          "X102",
          e.name(),
          "<" + e.name().value() + "> needs '" + attribute + "'",
          "add " + attribute + "=\"…\"");
      return SourceText.of("unknown", e.name().place());
    }
    return value;
  }

  /** Reports content that has no counterpart in a chart. */
  void refuse(SourceText at, String what, String fix) {
    problems.error("X202", at, what, fix);
  }

  /** Warns of content that SCXML accepts and answers with an error at run time. */
  void warn(SourceText at, String what, String fix) {
    problems.warning("X303", at, what + ": this fails whenever it is evaluated, as in SCXML", fix);
  }

  String condition(SourceText source) {
    if (cel) {
      return source.value();
    }
    try {
      return EcmaScriptTranslator.condition(source.value(), names);
    } catch (InvalidExpression e) {
      return failingExpression(source, e) + " == 0";
    } catch (UntranslatableContent e) {
      return reportUntranslatable(source, e, "false");
    }
  }

  String value(SourceText source) {
    if (cel) {
      return source.value();
    }
    try {
      return EcmaScriptTranslator.value(source.value(), names).text();
    } catch (InvalidExpression e) {
      return failingExpression(source, e);
    } catch (UntranslatableContent e) {
      return reportUntranslatable(source, e, "null");
    }
  }

  /** Returns a value usable on either side of a comparison. */
  String operand(SourceText source) {
    String value = value(source);
    return value.matches("[\\w.]+|'[^'\\\\]*'") ? value : "(" + value + ")";
  }

  /** Returns the members of a map literal; null if it is none. */
  YamlWriter.@Nullable Fields fields(SourceText source) {
    try {
      Map<String, String> members =
          cel ? null : EcmaScriptTranslator.members(source.value(), names);
      if (members == null) {
        return null;
      }
      YamlWriter.Fields fields = new YamlWriter.Fields();
      members.forEach(fields::put);
      return fields;
    } catch (UntranslatableContent e) {
      return null;
    }
  }

  /** Returns the content of another file: a value if it is one, else its text. */
  String file(SourceText src) {
    Source file = files.apply(src.value().replaceFirst("^file:(//)?", ""));
    if (file == null) {
      refuse(src, "there is no file '" + src.value() + "' here", "write it into the chart");
      return "null";
    }
    return literalOrText(SourceText.of(file.content(), file::place, file));
  }

  /** Returns the literal that text denotes, else the text with normalized blanks, in CEL. */
  String literalOrText(SourceText source) {
    String literal = literal(source);
    return literal == null
        ? EcmaScriptTranslator.quoted(source.value().strip().replaceAll("\\s+", " "))
        : literal;
  }

  private @Nullable String literal(SourceText source) {
    if (cel) {
      return CelLiterals.of(source.value()) == null ? null : source.value();
    }
    try {
      return EcmaScriptTranslator.literal(source.value(), names);
    } catch (UntranslatableContent e) {
      return null;
    }
  }

  /** Returns the certain type of a value; {@code any} if unknown. */
  String kind(SourceText source) {
    try {
      return cel ? "any" : EcmaScriptTranslator.value(source.value(), names).kind();
    } catch (UntranslatableContent e) {
      return "any";
    }
  }

  /** Returns a path in the data; null after a problem. */
  @Nullable String location(SourceText source) {
    try {
      return cel ? source.value() : EcmaScriptTranslator.location(source.value(), names);
    } catch (InvalidExpression e) {
      failingExpression(source, e);
      return null;
    } catch (UntranslatableContent e) {
      return reportUntranslatable(source, e, "unknown");
    }
  }

  List<Map.Entry<String, String>> assignments(SourceText source) {
    try {
      return EcmaScriptTranslator.assignments(source.value(), names);
    } catch (UntranslatableContent e) {
      reportUntranslatable(source, e, "");
      return List.of();
    }
  }

  /** Returns an expression that fails at run time with the reason. */
  private String failingExpression(SourceText source, InvalidExpression why) {
    warn(source, why.message(), "if that is not meant, mend it");
    return failingExpression(why.message());
  }

  /** Returns an expression that fails with a text; without {@code dyn()} it could not be loaded. */
  static String failingExpression(String why) {
    return "int(dyn(" + EcmaScriptTranslator.quoted(why) + "))";
  }

  /** Tests for a value that always fails. */
  static boolean alwaysFails(YamlWriter value) {
    return value instanceof YamlWriter.Scalar scalar && scalar.text().startsWith(FAILING);
  }

  private String reportUntranslatable(
      SourceText source, UntranslatableContent why, String instead) {
    int at = Math.min(why.at(), source.value().length());
    problems.error(
        "X201",
        source.slice(at, source.value().length()),
        "'"
            + VisibleText.oneLine(source.value(), LONGEST)
            + "' cannot be translated: "
            + why.message(),
        "write it as a comparison or an assignment, or take it out");
    return instead;
  }
}
