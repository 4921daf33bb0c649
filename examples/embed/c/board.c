/* A board, its moves, and who wins a sum of it with other games. */
#include <stdio.h>
#include <stdlib.h>

#include "lang/c/cgt.h"

/* The value of a position as a text to be freed, or NULL. */
static char* value_text(cgt_store* store, const cgt_position* position) {
  size_t size = 0;
  if (cgt_position_print(store, position, CGT_TEXT, NULL, 0, &size)) return NULL;
  char* text = malloc(size);
  if (text != NULL && cgt_text_again(store, text, size, NULL)) {
    free(text);
    return NULL;
  }
  return text;
}

static void print_moves(cgt_store* store, const cgt_position* board, cgt_player player) {
  cgt_position* after[64];
  size_t count = 0;
  if (cgt_position_options(store, board, player, after, NULL, 64, &count)) return;
  for (size_t i = 0; i < count; ++i) {
    char text[64];
    char* value = value_text(store, after[i]);
    if (cgt_position_text(store, after[i], text, sizeof text, NULL) == CGT_OK) {
      printf("%s to %s: %s\n", player == CGT_LEFT ? "Left" : "Right", text, value ? value : "?");
    }
    free(value);
    cgt_position_free(after[i]);
  }
}

int main(void) {
  cgt_store* store = NULL;
  if (cgt_store_new(&store)) return 1;

  /* At most ten seconds a call; what was found by then is kept. */
  const cgt_budget budget = {sizeof budget, CGT_UNLIMITED, 10000, CGT_UNLIMITED};
  cgt_store_set_budget(store, &budget);

  cgt_position* board = NULL;
  cgt_verdict verdict = CGT_LOSES;
  int code = 1;
  if (cgt_position_parse(store, "domineering", "..|..|#.", &board) == CGT_OK) {
    print_moves(store, board, CGT_LEFT);
    print_moves(store, board, CGT_RIGHT);
    if (cgt_sum_verdict(store, "domineering:..|..|#. - {1|-1} + ^", CGT_LEFT, &verdict) == CGT_OK) {
      printf("Left moves first and %s\n", verdict == CGT_WINS ? "wins" : "does not win");
      code = 0;
    }
  }
  if (code != 0) fprintf(stderr, "%s\n", cgt_error_report(store));
  cgt_position_free(board);
  cgt_store_free(store);
  return code;
}
