#include <stdio.h>

#include "lang/c/cgt.h"

int main(void) {
  cgt_store* store = NULL;
  if (cgt_store_new(&store) != CGT_OK) return 1;
  cgt_game hot, up, sum;
  cgt_relation relation;
  cgt_fraction mean;
  char text[100];
  if (cgt_parse(store, "{2|1||0}", &hot) || cgt_up(store, 1, 0, &up) ||
      cgt_add(store, hot, up, &sum) || cgt_compare(store, sum, hot, &relation) ||
      cgt_figure(store, hot, CGT_MEAN, &mean) ||
      cgt_print(store, sum, CGT_TEXT, text, sizeof text, NULL)) {
    fprintf(stderr, "%s\n", cgt_last_error(store));
  } else {
    printf("%s is %s than {2|1||0}, whose mean is %lld/%lld\n", text,
           relation == CGT_GREATER ? "greater" : "not greater", (long long)mean.numerator,
           (long long)mean.denominator);
  }
  cgt_store_free(store);
  return 0;
}
