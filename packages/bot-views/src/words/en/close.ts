import { causeWords } from '@tenbin/messages';
import { causes } from '@tenbin/messages/causes/en';
import { result } from './result.ts';
import { timeline } from './timeline.ts';

/** What is read only where one bot is looked at closely. */
export const closeWords = { causes: causeWords(causes), result, timeline } as const;
