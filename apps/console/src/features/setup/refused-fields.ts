import { ApiError } from '@tenbin/contract';
import type { Problems } from './problems.ts';
import { stepOfField } from './save-bot.ts';

/** Where on the steps a refusal belongs: the problems by field, and the earliest step that has one. */
export function refusedFields(error: unknown): { readonly problems: Problems; readonly step: number | null } {
  if (!(error instanceof ApiError)) return { problems: {}, step: null };
  const problems: Problems = {};
  let earliest: number | null = null;
  for (const [name, says] of Object.entries(error.fields)) {
    const place = stepOfField[name];
    if (!place) continue;
    problems[place.field] = says;
    earliest = Math.min(earliest ?? place.step, place.step);
  }
  return { problems, step: earliest };
}
