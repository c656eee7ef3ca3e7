/*
 * The summary loop of the backtest in plain C, to measure against: every candle of every pair, one after the other,
 * each as four trades; executions, volume, fills with an opposite one in their candle, largest drawdown at closes.
 *
 * plain FILE MOMENTS MILLISECONDS WIDTH FEE
 * FILE: doubles by moment and pair: all opens, all highs, all lows, all closes; by moment and currency: all values;
 * then the three balances. Three pairs: 0/1, 2/1, 2/0. Prints the fastest pass in that time, in milliseconds, and what
 * it counted.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PAIRS = 3, CURRENCIES = 3 };
static const int base_of[PAIRS] = {0, 2, 2};
static const int counter_of[PAIRS] = {1, 1, 0};

typedef struct {
  long executions, shared;
  double volume, drawdown, held[CURRENCIES];
} summary;

static const double line_at = 0.05, up_to = 1 + 1e-9;
static int is_too_far(double worse) { return worse > line_at + 1e-9; }

/*
 * An order more than 5 % worse than its pair's price stands at the line 5 % from it: of the price before, or where the
 * price has passed that as well, it is placed anew, at its own price or at the line of now.
 */
static double sell_at(double own, double stood, double price) {
  if (!is_too_far(1 - own / stood)) return own;
  double line = stood * (1 - line_at);
  if (line <= price * up_to) return line;
  return is_too_far(1 - own / price) ? price * (1 - line_at) : own;
}

static double buy_at(double own, double stood, double price) {
  if (!is_too_far(own / stood - 1)) return own;
  double line = stood * (1 + line_at);
  if (line * up_to >= price) return line;
  return is_too_far(own / price - 1) ? price * (1 + line_at) : own;
}

static summary run(long moments, const double *open, const double *high, const double *low, const double *close,
                   const double *values, const double *start, double width, double fee) {
  const double delta = width / 200, up = 1 + 2 * delta, down = 1 - 2 * delta, kept = 1 - fee;
  summary r = {0};
  double sell[PAIRS], buy[PAIRS], volume[PAIRS] = {0}, peak = 0, lowest = 1;
  for (int c = 0; c < CURRENCIES; c++) r.held[c] = start[c];
  for (int p = 0; p < PAIRS; p++) {
    double even = r.held[counter_of[p]] / r.held[base_of[p]];
    sell[p] = even * up;
    buy[p] = even * down;
  }
  long k = 0;
  for (long t = 0; t < moments; t++) {
    for (int p = 0; p < PAIRS; p++, k++) {
      double s = sell[p], b = buy[p];
      if (high[k] < s && low[k] > b) continue;
      double x = r.held[base_of[p]], y = r.held[counter_of[p]], notional = 0;
      long sells = 0, buys = 0;
      int rising = close[k] >= open[k];
      double stood = t > 0 ? close[k - PAIRS] : open[k];
      double path[4] = {open[k], rising ? low[k] : high[k], rising ? high[k] : low[k], close[k]};
      for (int i = 0; i < 4; i++) {
        double price = path[i];
        while (price >= s) {
          double amount = x * delta / up, worth = amount * sell_at(s, stood, price);
          notional += worth;
          y += worth * kept;
          x -= amount;
          sells++;
          stood = price;
          double even = y / x;
          s = even * up;
          b = even * down;
        }
        while (price <= b) {
          double amount = x * delta / down, worth = amount * buy_at(b, stood, price);
          notional += worth;
          y -= worth;
          x += amount * kept;
          buys++;
          stood = price;
          double even = y / x;
          s = even * up;
          b = even * down;
        }
        stood = price;
      }
      r.executions += sells + buys;
      if (sells && buys) r.shared += sells + buys;
      r.held[base_of[p]] = x;
      r.held[counter_of[p]] = y;
      volume[p] += notional * values[t * CURRENCIES + counter_of[p]];
      for (int q = 0; q < PAIRS; q++) {
        double even = r.held[counter_of[q]] / r.held[base_of[q]];
        sell[q] = even * up;
        buy[q] = even * down;
      }
    }
    double worth = 0;
    for (int c = 0; c < CURRENCIES; c++) worth += r.held[c] * values[t * CURRENCIES + c];
    if (worth > peak) peak = worth;
    else if (worth < peak * lowest) lowest = worth / peak;
  }
  r.drawdown = 1 - lowest;
  for (int p = 0; p < PAIRS; p++) r.volume += volume[p];
  return r;
}

int main(int count, char **args) {
  if (count < 6) return 2;
  long moments = atol(args[2]);
  long cells = moments * PAIRS, all = 4 * cells + moments * CURRENCIES + CURRENCIES;
  double *data = malloc(all * sizeof *data);
  FILE *file = fopen(args[1], "rb");
  if (!data || !file || fread(data, sizeof *data, all, file) != (size_t)all) return 3;
  const double *values = data + 4 * cells, *start = values + moments * CURRENCIES;
  double left = atof(args[3]), fastest = 1e9;
  summary r = {0};
  do {
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    r = run(moments, data, data + cells, data + 2 * cells, data + 3 * cells, values, start, atof(args[4]), atof(args[5]));
    clock_gettime(CLOCK_MONOTONIC, &to);
    double took = (to.tv_sec - from.tv_sec) * 1e3 + (to.tv_nsec - from.tv_nsec) / 1e6;
    if (took < fastest) fastest = took;
    left -= took;
  } while (left > 0);
  printf("{\"ms\":%.6f,\"executions\":%ld,\"shared\":%ld,\"volume\":%.6f,\"drawdown\":%.12f}\n", fastest, r.executions, r.shared,
         r.volume, r.drawdown);
  return 0;
}
