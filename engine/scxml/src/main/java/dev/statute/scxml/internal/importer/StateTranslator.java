package dev.statute.scxml.internal.importer;

import dev.statute.problem.SourceText;
import dev.statute.scxml.internal.document.ScxmlVocabulary;
import dev.statute.scxml.internal.document.XmlElement;
import dev.statute.scxml.internal.document.YamlWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Translation of states and transitions; rows serve those with an order that a map of events cannot
 * keep.
 */
final class StateTranslator {
  private static final Set<String> KINDS = Set.of("state", "parallel", "final", "history");
  private static final Pattern WORD = Pattern.compile("\\S+");

  /** Descriptors that match only the end of a child. */
  private static final Pattern ANSWER = Pattern.compile("(\\s*done\\.invoke(\\.\\S+)?)++\\s*");

  /** Maximum length of a key, which YAML limits to 1024 characters. */
  private static final int LONGEST_KEY = 1_000;

  private final ScriptTranslator scripts;
  private final ExecutableContent actions;
  private final List<YamlWriter> rows = new ArrayList<>();
  private final InvokeTranslator invokes;
  private final DataModelTranslator data;
  private int unnamed;

  StateTranslator(
      ScriptTranslator scripts,
      ExecutableContent actions,
      InlineDocuments children,
      DataModelTranslator data) {
    this.data = data;
    this.scripts = scripts;
    this.actions = actions;
    this.invokes = new InvokeTranslator(scripts, actions, children);
  }

  List<YamlWriter> rows() {
    return rows;
  }

  /** Returns the child states of an element, by id, in order. */
  YamlWriter.Fields children(XmlElement parent) {
    YamlWriter.Fields states = new YamlWriter.Fields();
    for (XmlElement child : parent.children()) {
      if (KINDS.contains(child.name().value())) {
        SourceText id = child.attribute("id");
        String name = id == null ? "unnamed" + ++unnamed : id.value();
        states.put(name, state(child, name), child.comments(), id == null ? child.name() : id);
      }
    }
    return states;
  }

  private YamlWriter.Fields state(XmlElement e, String id) {
    YamlWriter.Fields state = new YamlWriter.Fields();
    switch (e.name().value()) {
      case "final" -> {
        state.put("final", YamlWriter.Scalar.word("true"));
        XmlElement done = e.child("donedata");
        if (done != null) {
          state.put("output", actions.payload(done));
        }
      }
      case "history" -> {
        SourceText type = e.attribute("type");
        state.put("history", type == null ? "shallow" : type.value());
        XmlElement transition = e.child("transition");
        if (transition != null) {
          state.put("initial", initial(transition));
        }
        return state;
      }
      case "parallel" -> state.put("parallel", YamlWriter.Scalar.word("true"));
      default -> {}
    }
    blocks(e, state, id);
    return state;
  }

  /** Translates the parts common to states and the document. */
  void blocks(XmlElement e, YamlWriter.Fields state, @Nullable String id) {
    SourceText initial = e.attribute("initial");
    XmlElement element = e.child("initial");
    if (initial != null) {
      state.put("initial", targets(initial));
    } else if (element != null && element.child("transition") != null) {
      state.put("initial", initial(Objects.requireNonNull(element.child("transition"))));
    }
    List<YamlWriter> first = id == null ? List.of() : data.lateDeclarations(id, scripts);
    if (!first.isEmpty()) {
      state.append("entry", first);
    }
    block(e, "onentry", "entry", state);
    block(e, "onexit", "exit", state);
    invokes.add(e, state, id == null ? "root" : id);
    transitions(e, state, id);
    for (XmlElement ours : e.children("yaml")) {
      state.put(
          scripts.required(ours, "key").value(), new YamlWriter.Raw(ours.text().value().strip()));
    }
    YamlWriter.Fields children = children(e);
    if (!children.isEmpty()) {
      state.put("states", children);
    }
    for (XmlElement child : e.children()) {
      String name = child.name().value();
      if (!KINDS.contains(name)
          && !Set.of(
                  "onentry",
                  "onexit",
                  "transition",
                  "initial",
                  "datamodel",
                  "donedata",
                  "invoke",
                  "script")
              .contains(name)
          && !child.namespace().equals(ScxmlVocabulary.STATUTE_NAMESPACE)) {
        scripts.refuse(child.name(), "<" + name + "> has no counterpart in a chart", "take it out");
      }
    }
  }

  private void block(XmlElement e, String name, String key, YamlWriter.Fields state) {
    List<XmlElement> blocks = e.children(name);
    if (blocks.isEmpty()) {
      return;
    }
    YamlWriter.Items all =
        blocks.size() == 1
            ? actions.of(blocks.get(0).children())
            : new YamlWriter.Items(blocks.stream().<YamlWriter>map(this::block).toList());
    if (state.keys().contains(key)) {
      state.append(key, all.items());
    } else {
      state.put(key, all, blocks.size() == 1 ? blocks.get(0).comments() : List.of());
    }
  }

  /** Translates one of several blocks: an error in it does not affect the others. */
  private YamlWriter block(XmlElement block) {
    return new YamlWriter.Fields().put("block", actions.of(block.children()), block.comments());
  }

  private YamlWriter initial(XmlElement transition) {
    SourceText target = transition.attribute("target");
    YamlWriter to = target == null ? new YamlWriter.Scalar("", false) : targets(target);
    return transition.children().isEmpty()
        ? to
        : new YamlWriter.Fields().put("to", to).put("do", actions.of(transition.children()));
  }

  private static YamlWriter targets(SourceText list) {
    List<YamlWriter> all = new ArrayList<>();
    Matcher targets = WORD.matcher(list.value());
    while (targets.find()) {
      SourceText origin = list.slice(targets.start(), targets.end());
      all.add(new YamlWriter.Scalar(targets.group(), false, origin));
    }
    return all.size() == 1 ? all.get(0) : new YamlWriter.Items(all);
  }

  private void transitions(XmlElement e, YamlWriter.Fields state, @Nullable String id) {
    Map<String, List<XmlElement>> on = new LinkedHashMap<>();
    Map<String, List<XmlElement>> after = new LinkedHashMap<>();
    List<XmlElement> always = new ArrayList<>();
    String last = null;
    boolean mixed = false;
    Set<String> seen = new HashSet<>();
    for (XmlElement t : e.children("transition")) {
      SourceText event = t.attribute("event");
      SourceText delay = t.statuteAttribute("after");
      if (delay != null) {
        after.computeIfAbsent(delay.value(), k -> new ArrayList<>()).add(t);
        continue;
      }
      if (event == null) {
        always.add(t);
        continue;
      }
      String key = descriptors(event);
      mixed |= (!key.equals(last) && !seen.add(key)) || key.length() > LONGEST_KEY;
      last = key;
      on.computeIfAbsent(key, k -> new ArrayList<>()).add(t);
    }
    if (mixed) {
      for (XmlElement t : e.children("transition")) {
        SourceText event = t.attribute("event");
        if (event != null) {
          YamlWriter from = new YamlWriter.Scalar(id == null ? "any" : id, false);
          YamlWriter.Fields row = new YamlWriter.Fields().put("from", from, t.comments());
          row.put("on", descriptors(event));
          rows.add(transition(t, row));
        }
      }
    } else if (!on.isEmpty()) {
      YamlWriter.Fields events = new YamlWriter.Fields();
      on.forEach(
          (key, all) ->
              events.put(key, alternatives(all), comments(all), all.get(0).attribute("event")));
      state.put("on", events);
    }
    if (!always.isEmpty()) {
      state.put("always", alternatives(always), comments(always));
    }
    if (!after.isEmpty()) {
      YamlWriter.Fields delays = new YamlWriter.Fields();
      after.forEach((delay, all) -> delays.put(delay, alternatives(all), comments(all)));
      state.put("after", delays);
    }
  }

  /** Returns the comments of elements under one key. */
  private static List<String> comments(List<XmlElement> all) {
    return all.stream().flatMap(t -> t.comments().stream()).toList();
  }

  /** Returns descriptors; one that is only {@code .*} matches every event. */
  private static String descriptors(SourceText event) {
    List<String> all = new ArrayList<>();
    for (String descriptor : event.value().strip().split("\\s+")) {
      all.add(descriptor.equals(".*") ? "*" : descriptor);
    }
    return String.join(", ", all);
  }

  private YamlWriter alternatives(List<XmlElement> all) {
    List<YamlWriter> each = new ArrayList<>();
    all.forEach(t -> each.add(transition(t, new YamlWriter.Fields())));
    if (each.size() > 1) {
      return new YamlWriter.Items(each);
    }
    YamlWriter only = each.get(0);
    return only instanceof YamlWriter.Fields fields
            && fields.hasOnly("to")
            && fields.first() instanceof YamlWriter.Scalar target
        ? target
        : only;
  }

  private YamlWriter.Fields transition(XmlElement t, YamlWriter.Fields out) {
    out.from(t.name());
    SourceText event = t.attribute("event");
    scripts.names().answeredStates(event != null && ANSWER.matcher(event.value()).matches());
    YamlWriter.Fields all = translated(t, out);
    scripts.names().answeredStates(false);
    return all;
  }

  private YamlWriter.Fields translated(XmlElement t, YamlWriter.Fields out) {
    SourceText cond = t.attribute("cond");
    if (cond != null && cond.value().isBlank()) {
      scripts.problems().warning("X304", cond, "an empty condition is none", "take it out");
    } else if (cond != null) {
      out.put("when", scripts.condition(cond), cond);
    }
    SourceText target = t.attribute("target");
    if (target != null) {
      out.put("to", targets(target));
    }
    SourceText type = t.attribute("type");
    if (type != null && type.value().equals("internal")) {
      out.put("internal", YamlWriter.Scalar.word("true"));
    }
    for (String ours : List.of("guard", "reason")) {
      SourceText value = t.statuteAttribute(ours);
      if (value != null) {
        out.put(ours, value.value());
      }
    }
    if (!t.children().isEmpty() || out.isEmpty()) {
      out.put("do", actions.of(t.children()));
    }
    return out;
  }
}
