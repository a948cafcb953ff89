package dev.statute.bench.step;

import java.util.List;

/**
 * Same machines with the input of an interpreter: the name of the event and its payload. The
 * additional cost is the switch over the name.
 */
@SuppressWarnings("ArrayRecordComponent") // shared, read in a tight loop and never written
final class NamedEventMachines {
  private NamedEventMachines() {}

  /** Tests for a plan with a switch over event names in this class. */
  static boolean knows(ChartPlan plan) {
    return List.of("chat", "media", "session").contains(plan.name());
  }

  static LibraryColumn.Maker maker(ChartRow row) {
    ChartPlan.Signal[] signals = row.plan().events().toArray(new ChartPlan.Signal[0]);
    return switch (row.plan().name()) {
      case "chat" -> () -> new Chat(row.byHand().get(), signals);
      case "media" -> () -> new Media(row.byHand().get(), signals);
      default -> () -> new Session(row.byHand().get(), signals);
    };
  }

  private record Chat(ChartMachine machine, ChartPlan.Signal[] signals) implements ChartMachine {
    @Override
    public void send(int event) {
      ChartPlan.Signal signal = signals[event];
      machine.send(
          switch (signal.event()) {
            case "ProcessInteraction" -> 0;
            case "Pause" -> 1;
            case "InactivityTimeout" -> 2;
            case "InteractionComplete" -> signal.success() ? 3 : 4;
            case "Shutdown" -> 5;
            case "Error" -> 6;
            case "Cancel" -> 7;
            case "Reopen" -> 8;
            default -> 9;
          });
    }

    @Override
    public String where() {
      return machine.where();
    }

    @Override
    public Object kept() {
      return machine;
    }
  }

  private record Media(ChartMachine machine, ChartPlan.Signal[] signals) implements ChartMachine {
    @Override
    public void send(int event) {
      machine.send(
          switch (signals[event].event()) {
            case "power" -> 0;
            case "connect" -> 1;
            case "drop" -> 2;
            case "begin" -> 3;
            case "finish" -> 4;
            default -> 5;
          });
    }

    @Override
    public String where() {
      return machine.where();
    }

    @Override
    public Object kept() {
      return machine;
    }
  }

  private record Session(ChartMachine machine, ChartPlan.Signal[] signals) implements ChartMachine {
    @Override
    public void send(int event) {
      machine.send(
          switch (signals[event].event()) {
            case "start" -> 0;
            case "begin" -> 1;
            case "next" -> 2;
            case "pause" -> 3;
            case "connect" -> 4;
            case "drop" -> 5;
            case "toggle" -> 6;
            case "reset" -> 7;
            case "abort" -> 8;
            case "stop" -> 9;
            default -> 10;
          });
    }

    @Override
    public String where() {
      return machine.where();
    }

    @Override
    public Object kept() {
      return machine;
    }
  }
}
