package dev.statute.drools.internal.run;

import dev.statute.drools.RuleDescription;
import dev.statute.drools.RunOptions;
import dev.statute.drools.internal.check.CheckedRule;
import dev.statute.drools.internal.drl.DrlFile;
import dev.statute.drools.internal.explain.UnmetRuleExplainer;
import dev.statute.problem.ProblemCollector;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.drools.compiler.builder.impl.KnowledgeBuilderImpl;
import org.drools.drl.ast.descr.AnnotationDescr;
import org.drools.drl.ast.descr.ImportDescr;
import org.drools.drl.ast.descr.PackageDescr;
import org.drools.drl.ast.descr.RuleDescr;
import org.jspecify.annotations.Nullable;
import org.kie.internal.builder.KnowledgeBuilderConfiguration;
import org.kie.internal.builder.KnowledgeBuilderError;
import org.kie.internal.builder.KnowledgeBuilderFactory;

/**
 * Compiler of checked rules with Drools' classic builder (the executable model loses line numbers
 * and rejects some valid rules).
 *
 * <p>Each file becomes a package of its own and each rule gets a number as its name, so that packs
 * may share names of packages and rules, and no name can inject text into generated code.
 */
public final class RuleCompiler {
  private static final String PACKAGE = "statute.rules.file";

  /** Folder of rule classes, if they were files. */
  static final String FOLDER = "statute/rules/";

  private RuleCompiler() {}

  /** Compiles the rules, or reports Drools' errors and returns null. */
  public static @Nullable RuleBase compile(
      List<CheckedRule> checked, RunOptions options, ProblemCollector problems) {
    List<RuleDescription> rules = new ArrayList<>();
    List<UnmetRuleExplainer> explainers = checked.stream().map(UnmetRuleExplainer::of).toList();
    List<PackageDescr> packages = new ArrayList<>();
    DrlFile last = null;
    boolean budgeted = false;
    for (CheckedRule each : checked) {
      if (each.file() != last) {
        last = each.file();
        packages.add(packageOf(last, packages.size()));
      }
      PackageDescr into = packages.get(packages.size() - 1);
      RuleDescr tree = each.tree();
      tree.setName(RuleBase.compiledName(rules.size()));
      tree.setNamespace(into.getName());
      ReplacedConditions.replace(each);
      if (AnchorPattern.isRequired(each)) {
        AnchorPattern.addTo(tree);
      }
      budgeted |= BudgetedConditions.instrument(each, rules.size());
      into.addRule(tree);
      rules.add(describe(each, explainers.get(rules.size())));
    }
    ClassLoader classes = new RuleClassLoader(RuleCompiler.class.getClassLoader());
    // Texts are then concatenated by StringBuilder, and rule classes need no method handles.
    Properties properties = new Properties();
    properties.setProperty("drools.dialect.java.compiler.lnglevel", "1.8");
    KnowledgeBuilderConfiguration configuration =
        KnowledgeBuilderFactory.newKnowledgeBuilderConfiguration(properties, classes);
    KnowledgeBuilderImpl builder =
        (KnowledgeBuilderImpl) KnowledgeBuilderFactory.newKnowledgeBuilder(configuration);
    try {
      packages.forEach(builder::addPackage);
      if (!builder.hasErrors()) {
        return new RuleBase(
            builder.getKnowledgePackages(), classes, rules, checked, explainers, options, budgeted);
      }
    } catch (RuntimeException | StackOverflowError | LinkageError e) {
      problems.add(BuildErrors.compilerFailure(e, checked));
      return null;
    }
    for (KnowledgeBuilderError error : builder.getErrors()) {
      problems.add(BuildErrors.problem(error, checked));
    }
    return null;
  }

  private static PackageDescr packageOf(DrlFile file, int number) {
    PackageDescr tree = new PackageDescr(PACKAGE + number);
    file.tree().getImports().forEach(tree::addImport);
    tree.addImport(new ImportDescr(EvaluationBudget.class.getName()));
    return tree;
  }

  private static RuleDescription describe(CheckedRule checked, UnmetRuleExplainer why) {
    var pack = checked.file().pack();
    String name = checked.name().value();
    String owner = annotation(checked.tree(), "owner");
    return new RuleDescription(
        pack.name() + "#" + name,
        pack.name(),
        name,
        checked.file().place(checked.file().start(checked.tree())),
        pack.layer(),
        annotation(checked.tree(), "title"),
        annotation(checked.tree(), "doc"),
        owner.isEmpty() ? pack.owner() : owner,
        checked.verdictKinds(),
        why.patterns());
  }

  private static String annotation(RuleDescr rule, String name) {
    AnnotationDescr annotation = rule.getAnnotation(name);
    if (annotation == null) {
      return "";
    }
    String quoted = annotation.getSingleValueAsString();
    return quoted.substring(1, quoted.length() - 1).translateEscapes();
  }
}
