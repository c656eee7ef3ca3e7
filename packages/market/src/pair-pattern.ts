/** What a pair's name looks like; `parsePair` knows besides that its two currencies differ. */
export const pairPattern = /^[A-Z0-9]{1,20}\/[A-Z0-9]{1,20}$/;
