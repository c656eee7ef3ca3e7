import { useQuery } from '@tanstack/react-query';
import { query } from '@tenbin/app-kit';
import { listUserPlans, type UserFilter } from '@tenbin/contract';
import { formatDate } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { useMayDo } from '../../app/use-self.ts';

type Field = Exclude<keyof UserFilter, 'condition'>;
type Given = { readonly condition?: UserFilter['condition'] } & { readonly [name: string]: unknown };

/** How the value of a filter's field is told. */
const kinds: Readonly<Record<Field, 'text' | 'moment' | 'yesNo' | 'botStatus' | 'plan'>> = {
  email: 'text',
  id: 'text',
  botStatus: 'botStatus',
  plan: 'plan',
  periodEndsFrom: 'moment',
  periodEndsBefore: 'moment',
  volumeFrom: 'text',
  volumeBelow: 'text',
  limitUsedFrom: 'text',
  referrer: 'text',
  seenFrom: 'moment',
  seenBefore: 'moment',
  isVerified: 'yesNo',
  isBanned: 'yesNo',
  isFlagged: 'yesNo',
  isPaymentMissing: 'yesNo',
  isBouncing: 'yesNo',
  cameFrom: 'moment',
  cameBefore: 'moment',
};
const fields = Object.keys(kinds) as Field[];

/** Whom a filter finds, in words: the condition, and one for each of the rest. */
export function useAudienceWords(): (filter: Given) => [string, ...string[]] {
  const text = useText('mail');
  const mayReadPlans = useMayDo('plans');
  const { data: plans = [] } = useQuery({ ...query(listUserPlans, { query: { limit: 100 } }), enabled: mayReadPlans });
  const wordOf = (field: Field, value: unknown): string => {
    const kind = kinds[field];
    if (kind === 'moment') return formatDate(String(value));
    if (kind === 'yesNo') return text(value ? 'yes' : 'no');
    if (kind === 'botStatus') return text(`botStatus_${value as NonNullable<UserFilter['botStatus']>}`);
    if (kind === 'plan') return plans.find(({ id }) => id === value)?.name ?? String(value);
    return String(value);
  };
  return ({ condition = 'all', ...filter }) => [
    text(`condition_${condition}`),
    ...fields.flatMap((field) =>
      filter[field] === undefined ? [] : [text('filtered', { name: text(`filter_${field}`), value: wordOf(field, filter[field]) })],
    ),
  ];
}
