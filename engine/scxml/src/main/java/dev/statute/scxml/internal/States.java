package dev.statute.scxml.internal;

import dev.statute.problem.Text;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Translates states and transitions; rows are kept for those whose order no map of events could
 * keep.
 */
final class States {
  private static final Set<String> KINDS = Set.of("state", "parallel", "final", "history");
  private static final Pattern WORD = Pattern.compile("\\S+");

  /** Descriptors that only the end of a child matches. */
  private static final Pattern ANSWER = Pattern.compile("(\\s*done\\.invoke(\\.\\S+)?)+\\s*");

  private final Scripts scripts;
  private final Actions actions;
  private final List<Yaml> rows = new ArrayList<>();
  private final Invokes invokes;
  private final DataModel data;
  private int unnamed;

  States(Scripts scripts, Actions actions, Children children, DataModel data) {
    this.data = data;
    this.scripts = scripts;
    this.actions = actions;
    this.invokes = new Invokes(scripts, actions, children);
  }

  List<Yaml> rows() {
    return rows;
  }

  /** The child states of an element, by id, in order. */
  Yaml.Fields children(Element parent) {
    Yaml.Fields states = new Yaml.Fields();
    for (Element child : parent.children()) {
      if (KINDS.contains(child.name().value())) {
        Text id = child.attribute("id");
        String name = id == null ? "unnamed" + ++unnamed : id.value();
        states.put(name, state(child, name), child.comments(), id == null ? child.name() : id);
      }
    }
    return states;
  }

  private Yaml.Fields state(Element e, String id) {
    Yaml.Fields state = new Yaml.Fields();
    switch (e.name().value()) {
      case "final" -> {
        state.put("final", new Yaml.Scalar("true", true));
        Element done = e.child("donedata");
        if (done != null) {
          state.put("output", actions.payload(done));
        }
      }
      case "history" -> {
        Text type = e.attribute("type");
        state.put("history", type == null ? "shallow" : type.value());
        Element transition = e.child("transition");
        if (transition != null) {
          state.put("initial", initial(transition));
        }
        return state;
      }
      case "parallel" -> state.put("parallel", new Yaml.Scalar("true", true));
      default -> {}
    }
    blocks(e, state, id);
    return state;
  }

  /** What every state, and the document, may have. */
  void blocks(Element e, Yaml.Fields state, @Nullable String id) {
    Text initial = e.attribute("initial");
    Element element = e.child("initial");
    if (initial != null) {
      state.put("initial", targets(initial));
    } else if (element != null && element.child("transition") != null) {
      state.put("initial", initial(java.util.Objects.requireNonNull(element.child("transition"))));
    }
    List<Yaml> first = id == null ? List.of() : data.late(id, scripts);
    if (!first.isEmpty()) {
      state.append("entry", first);
    }
    block(e, "onentry", "entry", state);
    block(e, "onexit", "exit", state);
    invokes.add(e, state, id == null ? "root" : id);
    transitions(e, state, id);
    for (Element ours : e.children("yaml")) {
      state.put(scripts.required(ours, "key").value(), new Yaml.Raw(ours.text().value().strip()));
    }
    Yaml.Fields children = children(e);
    if (!children.isEmpty()) {
      state.put("states", children);
    }
    for (Element child : e.children()) {
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
          && !child.namespace().equals(Document.OURS)) {
        scripts
            .problems()
            .error(
                "X202",
                child.name(),
                "<" + name + "> has no counterpart in a chart",
                "take it out");
      }
    }
  }

  private void block(Element e, String name, String key, Yaml.Fields state) {
    List<Element> blocks = e.children(name);
    if (blocks.isEmpty()) {
      return;
    }
    Yaml.Items all =
        blocks.size() == 1
            ? actions.of(blocks.get(0).children())
            : new Yaml.Items(blocks.stream().<Yaml>map(this::block).toList());
    if (state.keys().contains(key)) {
      state.append(key, all.all());
    } else {
      state.put(key, all, blocks.size() == 1 ? blocks.get(0).comments() : List.of());
    }
  }

  /** One of several: an error in it keeps none of the others from running. */
  private Yaml block(Element block) {
    return new Yaml.Fields().put("block", actions.of(block.children()), block.comments());
  }

  private Yaml initial(Element transition) {
    Text target = transition.attribute("target");
    Yaml to = target == null ? new Yaml.Scalar("", false) : targets(target);
    return transition.children().isEmpty()
        ? to
        : new Yaml.Fields().put("to", to).put("do", actions.of(transition.children()));
  }

  private static Yaml targets(Text list) {
    List<Yaml> all = new ArrayList<>();
    Matcher targets = WORD.matcher(list.value());
    while (targets.find()) {
      Text origin = list.part(targets.start(), targets.end());
      all.add(new Yaml.Scalar(targets.group(), false, origin));
    }
    return all.size() == 1 ? all.get(0) : new Yaml.Items(all);
  }

  private void transitions(Element e, Yaml.Fields state, @Nullable String id) {
    Map<String, List<Element>> on = new LinkedHashMap<>();
    Map<String, List<Element>> after = new LinkedHashMap<>();
    List<Element> always = new ArrayList<>();
    String last = null;
    boolean mixed = false;
    Set<String> seen = new HashSet<>();
    for (Element t : e.children("transition")) {
      Text event = t.attribute("event");
      Text delay = t.own("after");
      if (delay != null) {
        after.computeIfAbsent(delay.value(), k -> new ArrayList<>()).add(t);
        continue;
      }
      if (event == null) {
        always.add(t);
        continue;
      }
      String key = descriptors(event);
      mixed |= !key.equals(last) && !seen.add(key);
      last = key;
      on.computeIfAbsent(key, k -> new ArrayList<>()).add(t);
    }
    if (mixed) {
      for (Element t : e.children("transition")) {
        Text event = t.attribute("event");
        if (event != null) {
          Yaml from = new Yaml.Scalar(id == null ? "any" : id, false);
          Yaml.Fields row = new Yaml.Fields().put("from", from, t.comments());
          row.put("on", descriptors(event));
          rows.add(transition(t, row));
        }
      }
    } else if (!on.isEmpty()) {
      Yaml.Fields events = new Yaml.Fields();
      on.forEach(
          (key, all) ->
              events.put(key, alternatives(all), comments(all), all.get(0).attribute("event")));
      state.put("on", events);
    }
    if (!always.isEmpty()) {
      state.put("always", alternatives(always), comments(always));
    }
    if (!after.isEmpty()) {
      Yaml.Fields delays = new Yaml.Fields();
      after.forEach((delay, all) -> delays.put(delay, alternatives(all), comments(all)));
      state.put("after", delays);
    }
  }

  /** Those of all that stand under one key. */
  private static List<String> comments(List<Element> all) {
    return all.stream().flatMap(t -> t.comments().stream()).toList();
  }

  /** A descriptor that is nothing but its trailing {@code .*} matches every event. */
  private static String descriptors(Text event) {
    List<String> all = new ArrayList<>();
    for (String descriptor : event.value().strip().split("\\s+")) {
      all.add(descriptor.equals(".*") ? "*" : descriptor);
    }
    return String.join(", ", all);
  }

  private Yaml alternatives(List<Element> all) {
    List<Yaml> each = new ArrayList<>();
    all.forEach(t -> each.add(transition(t, new Yaml.Fields())));
    if (each.size() > 1) {
      return new Yaml.Items(each);
    }
    Yaml only = each.get(0);
    return only instanceof Yaml.Fields fields
            && fields.hasOnly("to")
            && fields.first() instanceof Yaml.Scalar target
        ? target
        : only;
  }

  private Yaml.Fields transition(Element t, Yaml.Fields out) {
    out.from(t.name());
    Text event = t.attribute("event");
    scripts.names().answered(event != null && ANSWER.matcher(event.value()).matches());
    Yaml.Fields all = translated(t, out);
    scripts.names().answered(false);
    return all;
  }

  private Yaml.Fields translated(Element t, Yaml.Fields out) {
    Text cond = t.attribute("cond");
    if (cond != null && cond.value().isBlank()) {
      scripts.problems().warning("X304", cond, "an empty condition is none", "take it out");
    } else if (cond != null) {
      out.put("when", scripts.condition(cond), cond);
    }
    Text target = t.attribute("target");
    if (target != null) {
      out.put("to", targets(target));
    }
    Text type = t.attribute("type");
    if (type != null && type.value().equals("internal")) {
      out.put("internal", new Yaml.Scalar("true", true));
    }
    for (String ours : List.of("guard", "reason")) {
      Text value = t.own(ours);
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
