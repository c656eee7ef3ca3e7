import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useInstallation } from '@tenbin/app-kit';
import { currenciesOf } from '@tenbin/market';
import { Empty, Field } from '@tenbin/ui';
import { useEffect, useMemo, useState } from 'react';
import { useText } from '../../app/text.ts';
import { type Combination, combinationsOf, coversThree, sortByWallet } from '../../bots/combinations.ts';
import { ChoiceCard } from './choice-card.tsx';
import type { StepProps } from './step-exchange.tsx';
import { Triangle } from './triangle.tsx';

const findFrom = 9;
const shownAtOnce = 60;

export interface StepPairsProps extends StepProps {
  readonly available: readonly string[];
  /** Currencies that the exchange account holds; null where that is not known. */
  readonly held: ReadonlySet<string> | null;
  /** Where the wallet can serve one combination alone, it is chosen already. */
  readonly isPreselected?: boolean;
}

/** Step 2: three currencies, and which of their pairs to trade. */
export function StepPairs({ form, draft, change, available, held, isPreselected = true }: StepPairsProps) {
  const text = useText('setup');
  const problem = form.formState.errors.pairs?.message;
  const [sought, setSought] = useState('');
  const { requiredCot } = useInstallation().brand.features;
  const all = useMemo(
    () => combinationsOf(available).filter(({ currencies }) => !requiredCot || currencies.includes('COT')),
    [available, requiredCot],
  );
  const combinations = useMemo(() => (held ? sortByWallet(all, held) : all), [all, held]);
  const isUntouched = isPreselected && draft.pairs.length === 0 && draft.courseId === '';
  useEffect(() => {
    const [only, ...others] = isUntouched ? combinations.filter((one) => isHeld(one, held)) : [];
    if (only && others.length === 0) change({ pairs: only.pairs, courseId: '' });
  }, [isUntouched, combinations, held, change]);
  const words = sought
    .toUpperCase()
    .split(/[\s,/]+/)
    .filter(Boolean);
  const found = combinations.filter(({ currencies }) => words.every((word) => currencies.some((currency) => currency.includes(word))));
  const shown = found.slice(0, shownAtOnce);
  const chosen = coversThree(draft.pairs)
    ? combinations.find(({ currencies }) => currenciesOf(draft.pairs).every((one) => currencies.includes(one)))
    : undefined;
  const toggle = (pair: string) => {
    const next = draft.pairs.includes(pair) ? draft.pairs.filter((one) => one !== pair) : [...draft.pairs, pair];
    if (coversThree(next)) change({ pairs: available.filter((one) => next.includes(one)), courseId: '' });
  };
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <Typography variant="body2">{text('pairsLead')}</Typography>
      {problem && (
        <Alert severity="error" role="alert">
          {problem}
        </Alert>
      )}
      {combinations.length > findFrom && (
        <Field size="small" label={text('find')} value={sought} onChange={(event) => setSought(event.target.value)} autoComplete="off" />
      )}
      {found.length === 0 && <Empty title={text('noneFound')} />}
      <RadioGroup
        aria-label={text('combinations')}
        value={chosen ? keyOf(chosen) : ''}
        onChange={(_, key) => {
          const combination = shown.find((one) => keyOf(one) === key);
          if (combination) change({ pairs: combination.pairs, courseId: '' });
        }}
        sx={{
          display: 'grid',
          gap: 1,
          gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))',
          maxHeight: 320,
          overflowY: 'auto',
          p: 0.5,
          m: -0.5,
        }}
      >
        {shown.map((combination) => (
          <ChoiceCard
            key={keyOf(combination)}
            value={keyOf(combination)}
            isChosen={combination === chosen}
            title={combination.currencies.join(' · ')}
            spoken={combination.currencies.join(', ')}
          >
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {text('pairsOf', { count: combination.pairs.length })}
              {isHeld(combination, held) && ` · ${text('allInWallet')}`}
            </Box>
          </ChoiceCard>
        ))}
      </RadioGroup>
      {chosen && (
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
            alignItems: 'center',
            borderTop: '1px solid',
            borderColor: 'divider',
            pt: 2.5,
          }}
        >
          <Triangle combination={chosen} chosen={draft.pairs} onToggle={toggle} />
          <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, display: 'grid' }}>
            <Typography component="legend" variant="h3" sx={{ p: 0 }}>
              {text('trianglePairs')}
            </Typography>
            {chosen.pairs.map((pair) => (
              <FormControlLabel
                key={pair}
                label={pair}
                control={
                  <Checkbox checked={draft.pairs.includes(pair)} disabled={!canToggle(draft.pairs, pair)} onChange={() => toggle(pair)} />
                }
              />
            ))}
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {text('trianglePairsHelp')}
            </Typography>
          </Box>
        </Box>
      )}
    </Box>
  );
}

const keyOf = ({ currencies }: Combination): string => currencies.join();
const canToggle = (pairs: readonly string[], pair: string): boolean =>
  !pairs.includes(pair) || coversThree(pairs.filter((one) => one !== pair));
const isHeld = ({ currencies }: Combination, held: ReadonlySet<string> | null): boolean =>
  held !== null && currencies.every((currency) => held.has(currency));
