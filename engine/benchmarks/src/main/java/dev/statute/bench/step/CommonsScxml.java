package dev.statute.bench.step;

import dev.statute.bench.step.ChartPlan.Arc;
import dev.statute.bench.step.ChartPlan.Kind;
import dev.statute.bench.step.ChartPlan.Node;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.commons.scxml.SCXMLExecutor;
import org.apache.commons.scxml.TriggerEvent;
import org.apache.commons.scxml.env.SimpleDispatcher;
import org.apache.commons.scxml.env.SimpleErrorHandler;
import org.apache.commons.scxml.env.SimpleErrorReporter;
import org.apache.commons.scxml.env.jexl.JexlContext;
import org.apache.commons.scxml.env.jexl.JexlEvaluator;
import org.apache.commons.scxml.io.SCXMLParser;
import org.apache.commons.scxml.model.ModelException;
import org.apache.commons.scxml.model.SCXML;
import org.apache.commons.scxml.model.TransitionTarget;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** commons-scxml: a draft of SCXML of 2009, conditions in JEXL. */
final class CommonsScxml {
  private CommonsScxml() {}

  static LibraryColumn.Maker maker(ChartPlan plan) {
    SCXML model = parse(plan);
    return () -> {
      try {
        SCXMLExecutor executor =
            new SCXMLExecutor(
                new JexlEvaluator(), new SimpleDispatcher(), new SimpleErrorReporter());
        executor.setStateMachine(model);
        executor.setRootContext(new JexlContext());
        executor.go();
        return new Instance(executor, plan);
      } catch (ModelException e) {
        throw new IllegalStateException(e);
      }
    };
  }

  private static SCXML parse(ChartPlan plan) {
    StringBuilder text = new StringBuilder();
    Node root = plan.root();
    text.append("<scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0' initialstate='")
        .append(root.children().get(0).id())
        .append("'>");
    root.children().forEach(child -> state(child, text));
    text.append("</scxml>");
    try {
      return SCXMLParser.parse(
          new InputSource(new StringReader(text.toString())), new SimpleErrorHandler());
    } catch (IOException | SAXException | ModelException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void state(Node node, StringBuilder text) {
    String element = node.kind() == Kind.PARALLEL ? "parallel" : "state";
    text.append("<" + element + " id='" + node.id() + "'>");
    if (node.kind() == Kind.COMPOUND) {
      String first = node.children().get(0).id();
      text.append("<initial><transition target='" + first + "'/></initial>");
    }
    for (Arc arc : node.arcs()) {
      String when = arc.guarded() ? " cond='_eventdata.success'" : "";
      // Of several enabled transitions, the draft takes none: the other must exclude.
      when = node.isOtherwise(arc) ? " cond='!_eventdata.success'" : when;
      text.append(
          "<transition event='" + arc.event() + "' target='" + arc.to() + "'" + when + "/>");
    }
    node.children().forEach(child -> state(child, text));
    text.append("</" + element + ">");
  }

  private static final class Instance implements ChartMachine {
    private final SCXMLExecutor executor;
    private final ChartPlan plan;
    private final TriggerEvent[] events;

    Instance(SCXMLExecutor executor, ChartPlan plan) {
      this.executor = executor;
      this.plan = plan;
      events =
          plan.events().stream()
              .map(
                  signal ->
                      new TriggerEvent(
                          signal.event(),
                          TriggerEvent.SIGNAL_EVENT,
                          Map.of("success", signal.success())))
              .toArray(TriggerEvent[]::new);
    }

    @Override
    public void send(int event) {
      try {
        executor.triggerEvent(events[event]);
      } catch (ModelException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public String where() {
      List<String> active = new ArrayList<>();
      for (Object state : executor.getCurrentStatus().getStates()) {
        active.add(((TransitionTarget) state).getId());
      }
      return plan.where(active);
    }

    @Override
    public Object kept() {
      return executor;
    }
  }
}
