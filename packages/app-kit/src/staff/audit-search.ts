import { given, textIn, wholeIn } from '../router/search.ts';

export const auditResults = ['done', 'refused'] as const;
const resultIn = (value: unknown) => auditResults.find((result) => result === value);

/** What an address says that the log is searched by, for `validateSearch`. */
export const auditSearch = (search: Readonly<Record<string, unknown>>) =>
  given({
    by: textIn(search.by),
    about: textIn(search.about),
    action: textIn(search.action),
    from: textIn(search.from),
    to: textIn(search.to),
    result: resultIn(search.result),
    page: wholeIn(search.page),
  });
