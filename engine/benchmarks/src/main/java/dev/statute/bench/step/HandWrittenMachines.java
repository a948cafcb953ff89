package dev.statute.bench.step;

import java.util.StringJoiner;

/**
 * Hand-written machines for the charts of the rows, each a switch over state and event. They define
 * the correct results, and the baseline. Events are numbered as in {@link ChartRows}.
 */
final class HandWrittenMachines {
  private HandWrittenMachines() {}

  static ChartMachine chat() {
    return new Chat();
  }

  static ChartMachine media() {
    return new Media();
  }

  static ChartMachine session() {
    return new Session();
  }

  static ChartMachine depth() {
    return new Depth();
  }

  static ChartMachine regions(int count) {
    return new Regions(count);
  }

  private static final class Chat implements ChartMachine {
    private enum State {
      IDLE,
      RUNNING,
      PAUSED,
      ERROR,
      CANCELLED,
      COMPLETED
    }

    private State state = State.IDLE;

    @Override
    public void send(int event) {
      switch (state) {
        case IDLE -> {
          switch (event) {
            case 0 -> state = State.RUNNING;
            case 1 -> state = State.PAUSED;
            case 2 -> state = State.COMPLETED;
            default -> end(event);
          }
        }
        case RUNNING -> {
          switch (event) {
            case 3 -> state = State.IDLE;
            case 4 -> state = State.ERROR;
            case 1 -> state = State.PAUSED;
            default -> end(event);
          }
        }
        case PAUSED -> {
          switch (event) {
            case 0 -> state = State.IDLE;
            case 2 -> state = State.COMPLETED;
            default -> end(event);
          }
        }
        case ERROR, CANCELLED, COMPLETED -> {
          if (event == 8) {
            state = State.IDLE;
          }
        }
      }
    }

    private void end(int event) {
      switch (event) {
        case 5 -> state = State.COMPLETED;
        case 6 -> state = State.ERROR;
        case 7 -> state = State.CANCELLED;
        default -> {}
      }
    }

    @Override
    public String where() {
      return switch (state) {
        case IDLE -> "idle";
        case RUNNING -> "running";
        case PAUSED -> "paused";
        case ERROR -> "error";
        case CANCELLED -> "cancelled";
        case COMPLETED -> "completed";
      };
    }
  }

  private static final class Media implements ChartMachine {
    private boolean on;
    private boolean up;
    private boolean busy;

    @Override
    public void send(int event) {
      if (!on) {
        on = event == 0;
        return;
      }
      switch (event) {
        case 0 -> {
          on = false;
          up = false;
          busy = false;
        }
        case 1 -> up = true;
        case 2 -> up = false;
        case 3 -> busy = true;
        case 4 -> busy = false;
        default -> {}
      }
    }

    @Override
    public String where() {
      return on ? (up ? "up" : "down") + "+" + (busy ? "busy" : "waiting") : "off";
    }
  }

  private static final class Session implements ChartMachine {
    private enum Task {
      IDLE,
      READING,
      WRITING
    }

    private boolean working;
    private Task task = Task.IDLE;
    private boolean up;
    private boolean chatty;

    @Override
    public void send(int event) {
      if (!working) {
        working = event == 0;
        return;
      }
      switch (event) {
        case 1 -> task = task == Task.IDLE ? Task.READING : task;
        case 2 -> {
          if (task != Task.IDLE) {
            task = task == Task.READING ? Task.WRITING : Task.READING;
          }
        }
        case 3 -> task = Task.IDLE;
        case 4 -> up = true;
        case 5 -> up = false;
        case 6 -> chatty = !chatty;
        case 7 -> reset();
        case 8 -> {
          if (task == Task.WRITING) {
            leave();
          }
        }
        case 9 -> {
          if (task == Task.WRITING) {
            task = Task.READING;
          } else {
            leave();
          }
        }
        default -> {}
      }
    }

    private void reset() {
      task = Task.IDLE;
      up = false;
      chatty = false;
    }

    private void leave() {
      reset();
      working = false;
    }

    @Override
    public String where() {
      if (!working) {
        return "off";
      }
      String first =
          switch (task) {
            case IDLE -> "idle";
            case READING -> "reading";
            case WRITING -> "writing";
          };
      return first + "+" + (up ? "up" : "down") + "+" + (chatty ? "chatty" : "quiet");
    }
  }

  private static final class Depth implements ChartMachine {
    private boolean flipped;

    @Override
    public void send(int event) {
      switch (event) {
        case 0 -> flipped = !flipped;
        case 1 -> flipped = false;
        default -> {}
      }
    }

    @Override
    public String where() {
      return flipped ? "b" : "a";
    }
  }

  private static final class Regions implements ChartMachine {
    private final boolean[] flipped;

    Regions(int count) {
      flipped = new boolean[count];
    }

    @Override
    public void send(int event) {
      if (event == 0) {
        java.util.Arrays.fill(flipped, false);
      } else {
        flipped[event - 1] ^= true;
      }
    }

    @Override
    public String where() {
      StringJoiner all = new StringJoiner("+");
      for (int i = 0; i < flipped.length; i++) {
        all.add((flipped[i] ? "b" : "a") + i);
      }
      return all.toString();
    }
  }
}
