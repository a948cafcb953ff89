package dev.statute.progress.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PageFingerprintTest {
  private static final String SHOWN = "Page URL: https://shop.test/list";

  private static String page(String output) {
    return PageFingerprint.fingerprint(output, false);
  }

  @Test
  void a_page_is_its_address_whatever_stands_on_it() {
    assertThat(page(SHOWN + "\nlatest: a")).isEqualTo(page(SHOWN + "#top\nlatest: b")).isNotEmpty();
    assertThat(page("Page URL: https://shop.test/other")).isNotEqualTo(page(SHOWN));
  }

  @Test
  void what_is_asked_for_belongs_to_the_address_and_sessions_do_not() {
    assertThat(page(SHOWN + "?page=2")).isNotEqualTo(page(SHOWN + "?page=3"));
    assertThat(page(SHOWN + "?session=17&page=2")).isEqualTo(page(SHOWN + "?session=18&page=2"));
  }

  @Test
  void where_one_is_on_it_belongs_to_it() {
    String top = SHOWN + "\nViewport: at the top\na";
    assertThat(page(top)).isNotEqualTo(page(SHOWN + "\nViewport: 40 % down\na"));
    assertThat(page(top)).isEqualTo(page(top + "nother text"));
  }

  @Test
  void after_turning_over_only_the_place_tells_where_one_is() {
    assertThat(PageFingerprint.fingerprint(SHOWN + "\nposts 1 to 9", true)).isEmpty();
    assertThat(PageFingerprint.fingerprint(SHOWN + "\nviewport at 10 %", true)).isNotEmpty();
  }

  @Test
  void letters_that_are_longer_in_lower_case_move_nothing() {
    String title = "\u0130".repeat(40) + "\n";
    assertThat(page(title + SHOWN)).isEqualTo(page(SHOWN));
  }

  @Test
  void a_text_with_an_address_in_it_is_no_page() {
    assertThat(page("see https://shop.test/list")).isEmpty();
    assertThat(page("Page URL: none")).isEmpty();
  }
}
