/* The face in C, from C: this file is compiled by a C compiler and knows nothing of C++. What it prints
 * is for people; what counts is its exit code, and that nothing leaks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/c/cgt.h"

static int failures = 0;
static int checks = 0;

static void check(int good, const char* what, int line) {
  ++checks;
  if (good) return;
  ++failures;
  fprintf(stderr, "program.c:%d: %s\n", line, what);
}
#define CHECK(what) check((what) ? 1 : 0, #what, __LINE__)

static void check_text(const char* found, const char* wanted, int line) {
  check(strcmp(found, wanted) == 0, found, line);
}
#define SAME(found, wanted) check_text(found, wanted, __LINE__)

static cgt_game parsed(cgt_store* store, const char* text) {
  cgt_game g = 0;
  CHECK(cgt_parse(store, text, &g) == CGT_OK);
  return g;
}

static cgt_relation compared(cgt_store* store, const char* a, const char* b) {
  cgt_relation relation = CGT_CONFUSED;
  CHECK(cgt_compare(store, parsed(store, a), parsed(store, b), &relation) == CGT_OK);
  return relation;
}

static void values(cgt_store* store) {
  char text[4000];
  size_t needed = 0;
  const cgt_game hot = parsed(store, "{2|1||0}");
  cgt_game sum = 0;
  cgt_game back = 0;
  CHECK(cgt_add(store, hot, parsed(store, "^"), &sum) == CGT_OK);
  CHECK(cgt_subtract(store, sum, hot, &back) == CGT_OK);
  CHECK(cgt_print(store, back, CGT_TEXT, text, sizeof text, NULL) == CGT_OK);
  SAME(text, "^");
  CHECK(cgt_negate(store, hot, &back) == CGT_OK);
  CHECK(cgt_print(store, back, CGT_TEXT, text, sizeof text, NULL) == CGT_OK);
  SAME(text, "{0||-1|-2}");
  CHECK(cgt_multiply(store, parsed(store, "^*"), -3, &back) == CGT_OK);
  CHECK(back == parsed(store, "v3*"));

  CHECK(compared(store, "0", "^") == CGT_LESS);
  CHECK(compared(store, "1/2", "{0|1}") == CGT_EQUAL);
  CHECK(compared(store, "^", "0") == CGT_GREATER);
  CHECK(compared(store, "*", "^") == CGT_CONFUSED);

  CHECK(cgt_print(store, hot, CGT_TEXT, text, sizeof text, &needed) == CGT_OK);
  SAME(text, "{2|1||0}");
  CHECK(needed == strlen(text) + 1);
  CHECK(cgt_print(store, hot, CGT_LATEX, text, sizeof text, NULL) == CGT_OK);
  SAME(text, "\\{2\\mid 1\\mathrel{|\\mkern-2mu|}0\\}");
  CHECK(cgt_print(store, hot, CGT_JSON, text, sizeof text, NULL) == CGT_OK);
  CHECK(strncmp(text, "{\"format\":\"cgt-value\",\"version\":1,", 34) == 0);
  CHECK(cgt_parse_json(store, text, &back) == CGT_OK);
  CHECK(back == hot);
  CHECK(cgt_print(store, parsed(store, "3+*"), CGT_CGSUITE, text, sizeof text, NULL) == CGT_OK);
  SAME(text, "3*");

  cgt_game zero = 0;
  cgt_game star = 0;
  CHECK(cgt_integer(store, 0, &zero) == CGT_OK);
  CHECK(cgt_construct(store, &zero, 1, &zero, 1, &star) == CGT_OK);
  CHECK(star == parsed(store, "*"));
  CHECK(cgt_nimber(store, 1, &back) == CGT_OK && back == star);
  CHECK(cgt_dyadic(store, 6, 8, &back) == CGT_OK && back == parsed(store, "3/4"));
  CHECK(cgt_construct(store, NULL, 0, NULL, 0, &back) == CGT_OK && back == zero);

  uint64_t n = 0;
  CHECK(cgt_option_count(store, hot, CGT_LEFT, &n) == CGT_OK && n == 1);
  CHECK(cgt_option(store, hot, CGT_LEFT, 0, &back) == CGT_OK && back == parsed(store, "{2|1}"));
  CHECK(cgt_birthday(store, hot, &n) == CGT_OK && n == 4);
  CHECK(cgt_tree_node_count(store, hot, text, sizeof text, NULL) == CGT_OK);
  SAME(text, "5");
  CHECK(cgt_atomic_weight(store, parsed(store, "^3*"), &back) == CGT_OK);
  CHECK(back == parsed(store, "3"));

  cgt_fraction fraction = {0, 0};
  CHECK(cgt_figure(store, hot, CGT_TEMPERATURE, &fraction) == CGT_OK);
  CHECK(fraction.numerator == 3 && fraction.denominator == 4);
  CHECK(cgt_figure_text(store, hot, CGT_MEAN, text, sizeof text, NULL) == CGT_OK);
  SAME(text, "3/4");
  CHECK(cgt_figure(store, hot, CGT_LEFT_STOP, &fraction) == CGT_OK && fraction.numerator == 1);
  CHECK(cgt_figure(store, hot, CGT_RIGHT_STOP, &fraction) == CGT_OK && fraction.numerator == 0);
  CHECK(cgt_cool(store, parsed(store, "{3||2|1}"), parsed(store, "1/2"), &back) == CGT_OK);
  CHECK(cgt_print(store, back, CGT_TEXT, text, sizeof text, NULL) == CGT_OK);
  SAME(text, "{5/2|2+*}");
  CHECK(cgt_heat(store, star, parsed(store, "1"), &back) == CGT_OK);
  CHECK(back == parsed(store, "+-1"));
  CHECK(cgt_thermograph(store, hot, CGT_TEXT, text, sizeof text, NULL) == CGT_OK);
  SAME(text, "Thermograph(3/4,[3/4,1/2],[0,-1,0],3/4,[3/4],[0,1])");
  CHECK(cgt_thermograph(store, hot, CGT_SVG, NULL, 0, &needed) == CGT_OK && needed > 1000);
}

static void boards(cgt_store* store) {
  cgt_position* board = NULL;
  cgt_game value = 0;
  cgt_outcome outcome = CGT_OUTCOME_P;
  char text[100];
  CHECK(cgt_position_parse(store, "domineering", "....|....|...#", &board) == CGT_OK);
  CHECK(cgt_position_value(store, board, &value) == CGT_OK);
  CHECK(value == parsed(store, "{3/2|-1/2||-1|-3}"));
  CHECK(cgt_position_outcome(store, board, &outcome) == CGT_OK && outcome == CGT_OUTCOME_R);
  CHECK(cgt_position_text(store, board, text, sizeof text, NULL) == CGT_OK);
  SAME(text, "....|....|...#");

  /* The value follows from those of the positions that the players can move to. */
  cgt_game options[2][32];
  size_t counts[2] = {0, 0};
  for (int player = CGT_LEFT; player <= CGT_RIGHT; ++player) {
    cgt_position* after[32];
    int64_t gains[32];
    CHECK(cgt_position_options(store, board, player, after, gains, 32, &counts[player]) == CGT_OK);
    for (size_t i = 0; i < counts[player]; ++i) {
      cgt_game gain = 0;
      CHECK(cgt_position_value(store, after[i], &options[player][i]) == CGT_OK);
      CHECK(cgt_integer(store, gains[i], &gain) == CGT_OK);
      CHECK(cgt_add(store, options[player][i], gain, &options[player][i]) == CGT_OK);
      cgt_position_free(after[i]);
    }
  }
  cgt_game made = 0;
  CHECK(cgt_construct(store, options[0], counts[0], options[1], counts[1], &made) == CGT_OK);
  CHECK(made == value);
  cgt_position_free(board);

  /* Rulesets with parameters, by themselves and in sums. */
  CHECK(cgt_position_parse(store, "subtraction([1,2])", "5", &board) == CGT_OK);
  CHECK(cgt_position_value(store, board, &value) == CGT_OK && value == parsed(store, "*2"));
  cgt_position_free(board);
  board = NULL;
  CHECK(cgt_position_parse(store, "subtraction", "5", &board) == CGT_DOMAIN);
  CHECK(cgt_position_parse(store, "subtraction([1,x])", "5", &board) == CGT_INPUT);
  CHECK(board == NULL && cgt_error_line(store) == 1 && cgt_error_column(store) == 16);
  CHECK(cgt_sum_outcome(store, "subtraction([1,2]):5 + *2", &outcome) == CGT_OK);
  CHECK(outcome == CGT_OUTCOME_P);

  cgt_verdict verdict = CGT_DRAWS;
  CHECK(cgt_sum_verdict(store, "domineering:..|.. + {1|-1}", CGT_LEFT, &verdict) == CGT_OK);
  CHECK(verdict == CGT_LOSES);
  CHECK(cgt_sum_verdict(store, "domineering:..|.. + *", CGT_LEFT, &verdict) == CGT_OK);
  CHECK(verdict == CGT_WINS);
}

static void go(cgt_store* store) {
  char record[20000];
  FILE* file = fopen("examples/go/comb9.sgf", "rb");
  CHECK(file != NULL);
  if (file == NULL) return;
  record[fread(record, 1, sizeof record - 1, file)] = '\0';
  fclose(file);
  size_t needed = 0;
  CHECK(cgt_go_solve(store, record, NULL, NULL, 0, &needed) == CGT_OK);
  char* answer = malloc(needed);
  CHECK(answer != NULL && cgt_text_again(store, answer, needed, NULL) == CGT_OK);
  if (answer != NULL) {
    CHECK(strlen(answer) + 1 == needed);
    CHECK(strstr(answer, "\"value\": \"{4|0}\"") != NULL);
    CHECK(strstr(answer, "\"to_play\": \"B\"") != NULL);
    CHECK(strstr(answer, "\"stopped\"") == NULL);
  }
  free(answer);
}

static void scripts(void) {
  cgt_session* session = NULL;
  CHECK(cgt_session_new(&session) == CGT_OK);
  cgt_store* store = cgt_session_store(session);
  char text[200];
  CHECK(cgt_eval(session, "G := {3||2|1}; Print(\"hot\"); G.Mean", CGT_TEXT, text, sizeof text,
                 NULL) == CGT_OK);
  SAME(text, "9/4");
  CHECK(cgt_session_output(session, text, sizeof text, NULL) == CGT_OK);
  SAME(text, "hot\n");
  CHECK(cgt_eval(session, "G", CGT_LATEX, text, sizeof text, NULL) == CGT_OK);
  cgt_game g = 0;
  CHECK(cgt_session_game(session, &g) == CGT_OK && g == parsed(store, "{3||2|1}"));
  CHECK(cgt_session_set(session, "H", parsed(store, "^*")) == CGT_OK);
  CHECK(cgt_eval(session, "H + *", CGT_TEXT, text, sizeof text, NULL) == CGT_OK);
  SAME(text, "^");
  CHECK(cgt_eval(session, "1 +\n  Foot", CGT_TEXT, text, sizeof text, NULL) == CGT_INPUT);
  CHECK(cgt_error_line(store) == 2 && cgt_error_column(store) == 3);
  CHECK(cgt_eval(session, "^.Cool(-2)", CGT_TEXT, text, sizeof text, NULL) == CGT_DOMAIN);

  /* The sum of a board with parameters and a value, by its own rules. */
  cgt_position* heap = NULL;
  CHECK(cgt_eval(session, "set := [1,2];", CGT_TEXT, text, sizeof text, NULL) == CGT_OK);
  CHECK(cgt_session_position(session, "subtraction(set)", "5", &heap) == CGT_OK);
  CHECK(cgt_position_value(store, heap, &g) == CGT_OK && g == parsed(store, "*2"));
  cgt_session_free(session);
  /* A position knows no store. */
  cgt_store* other = NULL;
  CHECK(cgt_store_new(&other) == CGT_OK);
  CHECK(cgt_position_value(other, heap, &g) == CGT_OK && g == parsed(other, "*2"));
  cgt_position_free(heap);
  cgt_store_free(other);
}

static void errors(cgt_store* store) {
  cgt_game g = 7;
  char small[3] = "xx";
  size_t needed = 0;
  CHECK(cgt_parse(store, "{1|\n2 x}", &g) == CGT_INPUT);
  CHECK(g == 7);
  CHECK(cgt_error_line(store) == 2 && cgt_error_column(store) == 3);
  CHECK(strlen(cgt_error_hint(store)) > 0);
  CHECK(strlen(cgt_last_error(store)) > 0);
  CHECK(strstr(cgt_error_report(store), cgt_last_error(store)) != NULL);
  CHECK(cgt_parse(store, "1", &g) == CGT_OK);
  SAME(cgt_last_error(store), "");
  CHECK(cgt_error_line(store) == 0);

  CHECK(cgt_print(store, parsed(store, "{2|1||0}"), CGT_TEXT, small, sizeof small, &needed) ==
        CGT_INPUT);
  CHECK(needed == 9);
  SAME(small, "");
  CHECK(cgt_atomic_weight(store, parsed(store, "1"), &g) == CGT_DOMAIN);
  CHECK(cgt_print(store, 0, CGT_TEXT, NULL, 0, &needed) == CGT_INPUT);
  CHECK(cgt_print(store, 123456788, CGT_TEXT, NULL, 0, &needed) == CGT_INPUT);
  CHECK(cgt_print(store, g, 99, NULL, 0, &needed) == CGT_INPUT);
  CHECK(cgt_parse(NULL, "1", &g) == CGT_INPUT);

  /* A spent budget, and the same call with more. */
  cgt_position* board = NULL;
  const cgt_budget none = {sizeof none, 50, CGT_UNLIMITED, CGT_UNLIMITED};
  CHECK(cgt_position_parse(store, "clobber", "xoxox|oxoxo|xoxox", &board) == CGT_OK);
  CHECK(cgt_store_set_budget(store, &none) == CGT_OK);
  CHECK(cgt_position_value(store, board, &g) == CGT_BUDGET);
  CHECK(cgt_store_set_budget(store, NULL) == CGT_OK);
  cgt_store_stop(store);
  CHECK(cgt_position_value(store, board, &g) == CGT_INTERRUPTED);
  CHECK(cgt_position_value(store, board, &g) == CGT_OK);
  cgt_position_free(board);
}

int main(void) {
  cgt_store* store = NULL;
  cgt_store* shared = NULL;
  char text[20];
  snprintf(text, sizeof text, "%d.%d.%d", CGT_VERSION_MAJOR, CGT_VERSION_MINOR, CGT_VERSION_PATCH);
  SAME(cgt_version(), text);
  CHECK(cgt_store_new(&store) == CGT_OK);
  values(store);
  boards(store);
  go(store);
  scripts();
  errors(store);
  /* Games live until the last handle is gone. */
  const cgt_game hot = parsed(store, "{2|1||0}");
  CHECK(cgt_store_share(store, &shared) == CGT_OK);
  cgt_store_free(store);
  CHECK(cgt_print(shared, hot, CGT_TEXT, text, sizeof text, NULL) == CGT_OK);
  SAME(text, "{2|1||0}");
  cgt_store_free(shared);
  cgt_store_free(NULL);
  printf("%d checks, %d failed\n", checks, failures);
  return failures == 0 ? 0 : 1;
}
