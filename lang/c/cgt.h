/* The toolkit in C: values of combinatorial games, positions of all rulesets, sums, Go endgames and
 * scripts. This header is the manual. It is C11, and C++ reads it, too.
 *
 * PROMISE
 *
 *   Every result is exact. A function returns a status and writes its results through pointers; where
 *   the status is not CGT_OK it writes nothing, unless its comment says so. No exception leaves the
 *   library. Whatever bytes a text has, whatever number is given for a game, and whichever pointer for
 *   a result is NULL: the answer is a status. There is no process-wide state: everything hangs on a
 *   store.
 *
 * EXAMPLE (examples/embed/c/values.c)
 *
 *   #include <stdio.h>
 *
 *   #include "lang/c/cgt.h"
 *
 *   int main(void) {
 *     cgt_store* store = NULL;
 *     if (cgt_store_new(&store) != CGT_OK) return 1;
 *     cgt_game hot, up, sum;
 *     cgt_relation relation;
 *     cgt_fraction mean;
 *     char text[100];
 *     if (cgt_parse(store, "{2|1||0}", &hot) || cgt_up(store, 1, 0, &up) ||
 *         cgt_add(store, hot, up, &sum) || cgt_compare(store, sum, hot, &relation) ||
 *         cgt_figure(store, hot, CGT_MEAN, &mean) ||
 *         cgt_print(store, sum, CGT_TEXT, text, sizeof text, NULL)) {
 *       fprintf(stderr, "%s\n", cgt_last_error(store));
 *     } else {
 *       printf("%s is %s than {2|1||0}, whose mean is %lld/%lld\n", text,
 *              relation == CGT_GREATER ? "greater" : "not greater", (long long)mean.numerator,
 *              (long long)mean.denominator);
 *     }
 *     cgt_store_free(store);
 *     return 0;
 *   }
 *
 * prints
 *
 *   {2+^|1+^||^} is greater than {2|1||0}, whose mean is 3/4
 *
 * LINK LINE
 *
 *   cc -std=c11 -I. values.c -Lbuild/release/lib -lcgt_c -Wl,-rpath,build/release/lib
 *
 *   from the root of the tree, after ./dev build. The shared library has soname libcgt_c.so.0 and shows
 *   the names of this header and no others. The number grows when a program that was linked before
 *   would no longer run.
 *
 * ORDER OF CALLS
 *
 *   1. cgt_store_new() makes a store. Games are 32-bit numbers that mean something with their store, and
 *      with handles shared from it; 0 is not a game. Games need not be freed.
 *   2. Make games with cgt_parse(), cgt_integer() and so on; ask in any order, as often as you like.
 *   3. Positions come from cgt_position_parse() and are freed with cgt_position_free(). They know no
 *      store: any store values them, before or after others.
 *   4. Loopy values are objects, freed with cgt_loopy_free(). Each belongs to the handle that made it:
 *      another one, shared or not, answers CGT_INPUT.
 *   5. cgt_session_new() makes a session for scripts, with a store of its own.
 *   6. Free in any order. What was freed must not be used.
 *
 * TEXTS
 *
 *   Texts given are UTF-8 and end in a zero byte. Texts answered go to a buffer of the caller:
 *   (buffer, size, needed). *needed becomes the bytes that the text takes with its zero byte.
 *   Without a buffer (NULL) only that is told. If the buffer is too small, it holds the empty text, and
 *   the status is CGT_INPUT. `needed` may be NULL if there is a buffer. The text stays in the store until
 *   the next call that makes one: cgt_text_again() copies it without making it again.
 *
 * ERRORS
 *
 *   CGT_OK           0  done
 *   CGT_INPUT        1  a text cannot be read (there is a line and a column), or the call is wrong: NULL, a
 *                       game that the store never gave out, a buffer that is too small
 *   CGT_DOMAIN       2  the request makes no sense for this game: the atomic weight of 1, an error of a
 *                       script that ran
 *   CGT_BUDGET       3  a limit of cgt_store_set_budget() was reached; the store is as good as before, what
 *                       was found is kept, and the same call may be made again
 *   CGT_INTERRUPTED  4  cgt_store_stop(); as above
 *   CGT_NO_MEMORY    5  as above; memory that GMP itself cannot get, or that the destructor of a JSON
 *                       document cannot, ends the program
 *   CGT_INTERNAL     6  a bug of the library: free the store, every other call with it says this again
 *
 *   cgt_last_error(), cgt_error_hint(), cgt_error_line(), cgt_error_column() and cgt_error_report() tell of
 *   the last call that was made with the store. A call with NULL for the store answers CGT_INPUT.
 *
 * THREADS
 *
 *   A store belongs to one thread at a time, and so does a session with its store. Stores are
 *   independent. cgt_store_share() makes another handle on the same games, for another thread: a game
 *   means the same to both. Only cgt_store_stop() may be called from any thread, and from a signal
 *   handler. A position is never changed: threads may share it; one of them frees it, once.
 */
#ifndef CGT_C_H
#define CGT_C_H

#include <stddef.h>
#include <stdint.h>

#define CGT_VERSION_MAJOR 0
#define CGT_VERSION_MINOR 1
#define CGT_VERSION_PATCH 0
/* For comparisons: 10000 * major + 100 * minor + patch. */
#define CGT_VERSION (CGT_VERSION_MAJOR * 10000 + CGT_VERSION_MINOR * 100 + CGT_VERSION_PATCH)

#if defined(__GNUC__)
#define CGT_C_API __attribute__((visibility("default")))
#else
#define CGT_C_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cgt_store cgt_store;
typedef struct cgt_position cgt_position;
typedef struct cgt_loopy cgt_loopy;
typedef struct cgt_session cgt_session;
typedef uint32_t cgt_game;

typedef enum cgt_status {
  CGT_OK = 0,
  CGT_INPUT = 1,
  CGT_DOMAIN = 2,
  CGT_BUDGET = 3,
  CGT_INTERRUPTED = 4,
  CGT_NO_MEMORY = 5,
  CGT_INTERNAL = 6
} cgt_status;

/* What is given to functions is of type int, so that any number may come: one that is not listed is
 * CGT_INPUT. */
typedef int cgt_player;
enum { CGT_LEFT = 0, CGT_RIGHT = 1 };

typedef int cgt_format;
enum {
  CGT_TEXT = 0,    /* reads back as the same value */
  CGT_CGSUITE = 1, /* values as CGSuite prints them */
  CGT_LATEX = 2,   /* math mode; a thermograph is a tikzpicture */
  CGT_JSON = 3,
  CGT_SVG = 4 /* a drawing */
};

/* Who can win every ko. */
typedef int cgt_komaster;
enum { CGT_NO_KOMASTER = 0, CGT_KOMASTER_LEFT = 1, CGT_KOMASTER_RIGHT = 2 };

/* How the first of two games compares with the second. */
typedef enum cgt_relation {
  CGT_LESS = 0,
  CGT_EQUAL = 1,
  CGT_GREATER = 2,
  CGT_CONFUSED = 3
} cgt_relation;

/* Who wins: Left, Right, the next player, the previous one. Where play can go on for ever it may be a
 * draw (onside L, offside R), and there are four more classes (Siegel 2013, section VI.1). */
typedef enum cgt_outcome {
  CGT_OUTCOME_L = 0,
  CGT_OUTCOME_R = 1,
  CGT_OUTCOME_N = 2,
  CGT_OUTCOME_P = 3,
  CGT_OUTCOME_D = 4,
  CGT_OUTCOME_P_HAT = 5,
  CGT_OUTCOME_P_CHECK = 6,
  CGT_OUTCOME_N_HAT = 7,
  CGT_OUTCOME_N_CHECK = 8
} cgt_outcome;

/* Of the player who moves first. */
typedef enum cgt_verdict { CGT_LOSES = 0, CGT_WINS = 1, CGT_DRAWS = 2 } cgt_verdict;

/* Numbers that a game has. */
enum { CGT_MEAN = 0, CGT_TEMPERATURE = 1, CGT_LEFT_STOP = 2, CGT_RIGHT_STOP = 3 };

/* In lowest terms; the denominator is a power of 2. */
typedef struct cgt_fraction {
  int64_t numerator;
  int64_t denominator;
} cgt_fraction;

#define CGT_UNLIMITED UINT64_MAX

/* Limits of one call. `size` is sizeof(cgt_budget) of the caller, so that later versions can add limits
 * at the end; what an older caller does not have is unlimited. */
typedef struct cgt_budget {
  size_t size;
  uint64_t nodes;        /* units of work */
  uint64_t milliseconds; /* by the clock */
  uint64_t megabytes;    /* that all tables hold together */
} cgt_budget;

/* "0.1.0", of the library that runs: CGT_VERSION is of the header. Never fails. */
CGT_C_API const char* cgt_version(void);

/* --- stores ----------------------------------------------------------------------------------- */

CGT_C_API cgt_status cgt_store_new(cgt_store** out);
/* Another handle on the same games, for another thread, without budget. The games live until the last
 * handle is freed. */
CGT_C_API cgt_status cgt_store_share(cgt_store* store, cgt_store** out);
/* NULL is allowed; the store of a session is not (it is left as it is). */
CGT_C_API void cgt_store_free(cgt_store* store);

/* From now on every call with this handle may use so much. NULL: no limits, as in the beginning. */
CGT_C_API cgt_status cgt_store_set_budget(cgt_store* store, const cgt_budget* budget);
/* Ends the call that runs with this handle, or else the next one that computes, with CGT_INTERRUPTED:
 * once. Safe in signal handlers and from any thread, as long as the store lives. */
CGT_C_API void cgt_store_stop(cgt_store* store);
/* Forgets a stop that has met no call. */
CGT_C_API void cgt_store_resume(cgt_store* store);

/* Of the last call with the store; "" and 0 if it has none. The texts hold until the next call. */
CGT_C_API const char* cgt_last_error(const cgt_store* store);
CGT_C_API const char* cgt_error_hint(const cgt_store* store);
/* With the line, a caret and the hint, as for people. */
CGT_C_API const char* cgt_error_report(const cgt_store* store);
/* From 1; a column is a byte. 0: the error has no place. */
CGT_C_API size_t cgt_error_line(const cgt_store* store);
CGT_C_API size_t cgt_error_column(const cgt_store* store);

/* The text that the store made last, once more. */
CGT_C_API cgt_status cgt_text_again(cgt_store* store, char* buffer, size_t size, size_t* needed);

/* --- making games ----------------------------------------------------------------------------- */

/* "{2|1||0}", "3/4", "^*", "+-(1/2)", "Tiny(2)": what CGT_TEXT and CGT_CGSUITE print. */
CGT_C_API cgt_status cgt_parse(cgt_store* store, const char* text, cgt_game* out);
/* What CGT_JSON prints. */
CGT_C_API cgt_status cgt_parse_json(cgt_store* store, const char* text, cgt_game* out);
CGT_C_API cgt_status cgt_integer(cgt_store* store, int64_t n, cgt_game* out);
/* CGT_DOMAIN unless the denominator is a power of 2. */
CGT_C_API cgt_status cgt_dyadic(cgt_store* store, int64_t numerator, int64_t denominator,
                                cgt_game* out);
CGT_C_API cgt_status cgt_nimber(cgt_store* store, uint32_t k, cgt_game* out);
/* n ups and the nimber *k. */
CGT_C_API cgt_status cgt_up(cgt_store* store, int64_t n, uint32_t k, cgt_game* out);
/* {left | right} in canonical form. A list may be NULL if it has no games. */
CGT_C_API cgt_status cgt_construct(cgt_store* store, const cgt_game* left, size_t left_count,
                                   const cgt_game* right, size_t right_count, cgt_game* out);

/* --- algebra and order ------------------------------------------------------------------------ */

CGT_C_API cgt_status cgt_negate(cgt_store* store, cgt_game g, cgt_game* out);
CGT_C_API cgt_status cgt_add(cgt_store* store, cgt_game g, cgt_game h, cgt_game* out);
CGT_C_API cgt_status cgt_subtract(cgt_store* store, cgt_game g, cgt_game h, cgt_game* out);
/* n copies of g; n may be negative. */
CGT_C_API cgt_status cgt_multiply(cgt_store* store, cgt_game g, int64_t n, cgt_game* out);
CGT_C_API cgt_status cgt_compare(cgt_store* store, cgt_game g, cgt_game h, cgt_relation* out);
CGT_C_API cgt_status cgt_game_outcome(cgt_store* store, cgt_game g, cgt_outcome* out);

/* --- structure -------------------------------------------------------------------------------- */

/* The canonical options of a player, numbered from 0. */
CGT_C_API cgt_status cgt_option_count(cgt_store* store, cgt_game g, cgt_player player,
                                      uint64_t* out);
CGT_C_API cgt_status cgt_option(cgt_store* store, cgt_game g, cgt_player player, uint64_t i,
                                cgt_game* out);
CGT_C_API cgt_status cgt_birthday(cgt_store* store, cgt_game g, uint64_t* out);
/* Distinct followers, g itself included. */
CGT_C_API cgt_status cgt_follower_count(cgt_store* store, cgt_game g, uint64_t* out);
/* Nodes of the canonical tree with numbers as leaves, in decimal: it may be a long number. */
CGT_C_API cgt_status cgt_tree_node_count(cgt_store* store, cgt_game g, char* buffer, size_t size,
                                         size_t* needed);
/* CGT_DOMAIN if g has none. */
CGT_C_API cgt_status cgt_atomic_weight(cgt_store* store, cgt_game g, cgt_game* out);

/* A value in any format; CGT_SVG draws its tree. */
CGT_C_API cgt_status cgt_print(cgt_store* store, cgt_game g, cgt_format format, char* buffer,
                               size_t size, size_t* needed);

/* --- thermography ----------------------------------------------------------------------------- */

/* CGT_MEAN, CGT_TEMPERATURE, CGT_LEFT_STOP or CGT_RIGHT_STOP; CGT_DOMAIN if it does not fit. */
CGT_C_API cgt_status cgt_figure(cgt_store* store, cgt_game g, int which, cgt_fraction* out);
/* The same as "-5/4", of any size. */
CGT_C_API cgt_status cgt_figure_text(cgt_store* store, cgt_game g, int which, char* buffer,
                                     size_t size, size_t* needed);
/* g cooled by t, a number greater than -1; else CGT_DOMAIN. */
CGT_C_API cgt_status cgt_cool(cgt_store* store, cgt_game g, cgt_game t, cgt_game* out);
/* g heated by t, any game. */
CGT_C_API cgt_status cgt_heat(cgt_store* store, cgt_game g, cgt_game t, cgt_game* out);
/* CGT_TEXT, CGT_JSON, CGT_LATEX or CGT_SVG. */
CGT_C_API cgt_status cgt_thermograph(cgt_store* store, cgt_game g, cgt_format format, char* buffer,
                                     size_t size, size_t* needed);

/* Of a score graph with kos, "A: B | 0; B: 30 | A" (docs/kos.md): CGT_TEXT, a drawing in characters,
 * CGT_JSON as `cgt ko --json` has it for one komaster, or CGT_SVG. CGT_DOMAIN if a cycle is not a ko. */
CGT_C_API cgt_status cgt_ko_thermograph(cgt_store* store, const char* graph, cgt_komaster komaster,
                                        cgt_format format, char* buffer, size_t size,
                                        size_t* needed);

/* --- positions -------------------------------------------------------------------------------- */

/* All rulesets. CGT_TEXT: one a line, with tabs between name, path, parameters, summary, how a position
 * is written, and an example. CGT_JSON: an array of objects. */
CGT_C_API cgt_status cgt_rulesets(cgt_store* store, cgt_format format, char* buffer, size_t size,
                                  size_t* needed);
/* A position of a ruleset by its name or path, with its parameters if it takes some: "domineering",
 * "....|...."; "subtraction([1,2])", "7". Parameters are numbers, true, false, texts in double quotes, lists of
 * numbers, pairs and lists of pairs; with their names: "subtraction([1,2], allbut => true)". Where they cannot be
 * read, line and column are of the ruleset. */
CGT_C_API cgt_status cgt_position_parse(cgt_store* store, const char* ruleset, const char* text,
                                        cgt_position** out);
/* NULL is allowed. */
CGT_C_API void cgt_position_free(cgt_position* position);
CGT_C_API cgt_status cgt_position_text(cgt_store* store, const cgt_position* position, char* buffer,
                                       size_t size, size_t* needed);
/* Its canonical form. CGT_DOMAIN where the value is loopy, or where kos matter. */
CGT_C_API cgt_status cgt_position_value(cgt_store* store, const cgt_position* position,
                                        cgt_game* out);
/* Its value in any format, loopy or not. */
CGT_C_API cgt_status cgt_position_print(cgt_store* store, const cgt_position* position,
                                        cgt_format format, char* buffer, size_t size,
                                        size_t* needed);
/* Found without the value where that is possible. */
CGT_C_API cgt_status cgt_position_outcome(cgt_store* store, const cgt_position* position,
                                          cgt_outcome* out);
/* Found without the value. Formats as for cgt_thermograph(). */
CGT_C_API cgt_status cgt_position_thermograph(cgt_store* store, const cgt_position* position,
                                              cgt_format format, char* buffer, size_t size,
                                              size_t* needed);
/* The positions after each move of a player, and what each move gains besides: an integer, most often
 * 0. *count becomes their number; without lists (both NULL) only that is told, and if `capacity` is
 * less, the status is CGT_INPUT. `gains` alone may be NULL. Each position is freed by itself. */
CGT_C_API cgt_status cgt_position_options(cgt_store* store, const cgt_position* position,
                                          cgt_player player, cgt_position** options, int64_t* gains,
                                          size_t capacity, size_t* count);

/* --- loopy values ------------------------------------------------------------------------------ */

/* Values of games in which play can go on for ever, which is a draw (docs/loopy.md). Short games are
 * among them. */

/* "over", "^[on]", "a{0|a}", "on & off", "{3|1}": what CGT_TEXT and CGT_CGSUITE print. */
CGT_C_API cgt_status cgt_loopy_parse(cgt_store* store, const char* text, cgt_loopy** out);
/* What CGT_JSON prints. */
CGT_C_API cgt_status cgt_loopy_parse_json(cgt_store* store, const char* text, cgt_loopy** out);
CGT_C_API cgt_status cgt_loopy_from_game(cgt_store* store, cgt_game g, cgt_loopy** out);
/* The value of a position, loopy or not. CGT_DOMAIN where kos matter. */
CGT_C_API cgt_status cgt_loopy_from_position(cgt_store* store, const cgt_position* position,
                                             cgt_loopy** out);
/* NULL is allowed. */
CGT_C_API void cgt_loopy_free(cgt_loopy* value);
/* The short game that it is. CGT_DOMAIN if it is none. */
CGT_C_API cgt_status cgt_loopy_game(cgt_store* store, const cgt_loopy* value, cgt_game* out);
CGT_C_API cgt_status cgt_loopy_print(cgt_store* store, const cgt_loopy* value, cgt_format format,
                                     char* buffer, size_t size, size_t* needed);
CGT_C_API cgt_status cgt_loopy_negate(cgt_store* store, const cgt_loopy* g, cgt_loopy** out);
CGT_C_API cgt_status cgt_loopy_add(cgt_store* store, const cgt_loopy* g, const cgt_loopy* h,
                                   cgt_loopy** out);
CGT_C_API cgt_status cgt_loopy_subtract(cgt_store* store, const cgt_loopy* g, const cgt_loopy* h,
                                        cgt_loopy** out);
/* n copies of g; n may be negative. */
CGT_C_API cgt_status cgt_loopy_multiply(cgt_store* store, const cgt_loopy* g, int64_t n,
                                        cgt_loopy** out);
/* G >= H iff that holds of the onsides and of the offsides. */
CGT_C_API cgt_status cgt_loopy_compare(cgt_store* store, const cgt_loopy* g, const cgt_loopy* h,
                                       cgt_relation* out);
CGT_C_API cgt_status cgt_loopy_outcome(cgt_store* store, const cgt_loopy* g, cgt_outcome* out);
/* Where infinite play is Left's win (CGT_LEFT: the onside) or Right's (CGT_RIGHT: the offside). */
CGT_C_API cgt_status cgt_loopy_side(cgt_store* store, const cgt_loopy* g, cgt_player winner,
                                    cgt_loopy** out);
/* What play comes to when `first` begins: a number x, x+over, x+under, on or off, in CGT_TEXT.
 * CGT_DOMAIN if g is not a stopper: then its sides may have stops. */
CGT_C_API cgt_status cgt_loopy_stop(cgt_store* store, const cgt_loopy* g, cgt_player first,
                                    char* buffer, size_t size, size_t* needed);

/* --- sums ------------------------------------------------------------------------------------- */

/* A sum as `cgt sum` reads it: "clobber:xoxo|oxox + 2*domineering:...|... + {3|-5} + ^*". Does the
 * player who moves first win? What was searched serves the next question. */
CGT_C_API cgt_status cgt_sum_verdict(cgt_store* store, const char* sum, cgt_player first,
                                     cgt_verdict* out);
CGT_C_API cgt_status cgt_sum_outcome(cgt_store* store, const char* sum, cgt_outcome* out);
/* All winning moves of the player who moves first, one a line: the number of the term from 1, a tab, the
 * term, a tab, what it becomes. No line if there is none. */
CGT_C_API cgt_status cgt_sum_winning_moves(cgt_store* store, const char* sum, cgt_player first,
                                           char* buffer, size_t size, size_t* needed);

/* --- Go --------------------------------------------------------------------------------------- */

/* `size` as in cgt_budget. */
typedef struct cgt_go_options {
  size_t size;
  int to_play;  /* CGT_LEFT (Black), CGT_RIGHT (White), or -1: as the record says, else Black */
  int area;     /* 0: territory scoring, 1: area scoring */
  size_t moves; /* of the record, played before the position is solved; 0: all of a game, none of a
                 * problem; (size_t)-20: all but 20 */
} cgt_go_options;

/* Solves the endgame of a record (SGF) or of a diagram. The answer is the JSON of `cgt go --json`
 * (docs/go.md). Where the status is CGT_BUDGET or CGT_INTERRUPTED it is written, too, with the bounds
 * that are known. Options may be NULL. */
CGT_C_API cgt_status cgt_go_solve(cgt_store* store, const char* text, const cgt_go_options* options,
                                  char* buffer, size_t size, size_t* needed);

/* --- scripts ---------------------------------------------------------------------------------- */

CGT_C_API cgt_status cgt_session_new(cgt_session** out);
CGT_C_API void cgt_session_free(cgt_session* session);
/* The store of the session: its games, errors, budget and stop. It lives as long as the session. NULL
 * for NULL. */
CGT_C_API cgt_store* cgt_session_store(cgt_session* session);
/* Runs a text: a line or a whole program. The answer is the value of its last statement in CGT_TEXT,
 * CGT_CGSUITE, CGT_LATEX, CGT_JSON or CGT_SVG (what the method Svg of the value draws). The text is run
 * once, however large the buffer is. CGT_INPUT: it
 * cannot be read, nothing was run; CGT_DOMAIN: it ran and failed. */
CGT_C_API cgt_status cgt_eval(cgt_session* session, const char* text, cgt_format format,
                              char* buffer, size_t size, size_t* needed);
/* What the text that was run last has printed. */
CGT_C_API cgt_status cgt_session_output(cgt_session* session, char* buffer, size_t size,
                                        size_t* needed);
/* The value of the text that was run last. CGT_DOMAIN if it is not a game. */
CGT_C_API cgt_status cgt_session_game(cgt_session* session, cgt_game* out);
/* Makes a game a global variable of the scripts. */
CGT_C_API cgt_status cgt_session_set(cgt_session* session, const char* name, cgt_game g);
/* A position of a ruleset that an expression of the language gives, in the variables of the session:
 * "game.heap.Subtraction(removals)", "game.grid.Domineering.ImpartialVariant". */
CGT_C_API cgt_status cgt_session_position(cgt_session* session, const char* ruleset,
                                          const char* text, cgt_position** out);

#ifdef __cplusplus
}
#endif

#endif
