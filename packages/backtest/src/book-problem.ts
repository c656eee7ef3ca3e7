/** What can be wrong with a line of recorded books. */
export type BookProblem =
  | 'tooLong'
  | 'noJson'
  | 'neitherBookNorTrade'
  | 'noTime'
  | 'earlierThanTheLineBefore'
  | 'noLevels'
  | 'tooManyLevels'
  | 'levelInvalid'
  | 'bidsNotFallingOrAsksNotRising'
  | 'bidNotBelowAsk'
  | 'tradeInvalid';
