package dev.statute.scxml.internal.importer;

import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import dev.statute.scxml.ScxmlImport.Translated;
import dev.statute.scxml.internal.document.CommentPlacement;
import dev.statute.scxml.internal.document.ScxmlVocabulary;
import dev.statute.scxml.internal.document.XmlElement;
import dev.statute.scxml.internal.document.YamlOutput;
import dev.statute.scxml.internal.document.YamlWriter;
import dev.statute.scxml.internal.script.NameMapping;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Translation of the document itself: name, data model, top-level script, and its states. */
public final class DocumentTranslator {
  private DocumentTranslator() {}

  /**
   * Returns the YAML text, or null if the root is no SCXML document.
   *
   * @param charts receives the charts of inline children, by name
   * @param files finds the files that the document names
   */
  public static @Nullable Translated translate(
      XmlElement root,
      String file,
      Map<String, Translated> charts,
      Function<String, @Nullable Source> files,
      ProblemCollector problems) {
    if (!root.is("scxml")) {
      problems.error(
          "X102",
          root.name(),
          "the document is <" + root.name().value() + ">, not <scxml>",
          "give an SCXML document");
      return null;
    }
    if (!root.namespace().isEmpty() && !root.namespace().equals(ScxmlVocabulary.NAMESPACE)) {
      problems.warning(
          "X302",
          root.name(),
          "its namespace is '" + root.namespace() + "'",
          "it should be " + ScxmlVocabulary.NAMESPACE);
    }
    ScxmlVocabulary.check(root, problems);
    CommentPlacement.attach(root);
    String name = name(root, file);
    SourceText model = root.attribute("datamodel");
    String kind = model == null ? "null" : model.value();
    if (!Set.of("null", "ecmascript", "cel").contains(kind) && model != null) {
      problems.error(
          "X202",
          model,
          "the data model '" + kind + "' cannot be translated",
          "ecmascript can, in part");
    }
    StateIds ids = StateIds.assignAll(root, problems);
    DataModelTranslator data = DataModelTranslator.of(root, problems);
    NameMapping names =
        new NameMapping(name, ids::of, data.kinds(root), EventPayloads.hasValue(root));
    ScriptTranslator scripts = new ScriptTranslator(problems, names, kind.equals("cel"), files);
    ExecutableContent actions = new ExecutableContent(scripts, SendTranslator.ids(root));
    StateTranslator states =
        new StateTranslator(scripts, actions, new InlineDocuments(name, charts, files), data);
    YamlWriter.Fields chart =
        new YamlWriter.Fields().put("chart", new YamlWriter.Scalar(name, false), root.comments());
    boolean says =
        root.children("yaml").stream()
            .map(yaml -> yaml.attribute("key"))
            .anyMatch(key -> key != null && key.value().equals("on_error"));
    if (!says) {
      // as in SCXML, an error event without a handler is dropped
      chart.put("on_error", "drop");
    }
    List<YamlWriter> bindings = data.bind(scripts, chart);
    for (XmlElement script : root.children("script")) {
      bindings.addAll(actions.of(List.of(script)).items());
    }
    if (!bindings.isEmpty()) {
      chart.put("entry", new YamlWriter.Items(bindings));
    }
    states.blocks(root, chart, null);
    if (!states.rows().isEmpty()) {
      chart.put("transitions", new YamlWriter.Items(states.rows()));
    }
    YamlOutput out = new YamlOutput();
    chart.from(root.name()).block(out, 0);
    return new Translated(out.toString(), out.origins());
  }

  /** Returns the chart's name: the document's, or that of its file. */
  public static String name(XmlElement root, String file) {
    SourceText given = root.attribute("name");
    String name =
        given == null
            ? file.replaceFirst("^.*[/\\\\]", "").replaceFirst("\\.(scxml|xml)$", "")
            : given.value();
    name = name.replaceAll("[^A-Za-z0-9_.-]", "-");
    return name.matches("[A-Za-z].*") ? name : "chart-" + name;
  }
}
