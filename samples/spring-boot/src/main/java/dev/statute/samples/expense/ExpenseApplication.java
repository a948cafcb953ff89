package dev.statute.samples.expense;

import dev.statute.spring.StatuteHandler;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class ExpenseApplication {
  public static void main(String[] args) {
    SpringApplication.run(ExpenseApplication.class, args);
  }

  @StatuteHandler("pay")
  String pay(String to, long amount) {
    return "receipt " + to + " " + amount;
  }
}
