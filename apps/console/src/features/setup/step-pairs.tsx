import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useInstallation } from '@tenbin/app-kit';
import { currenciesOf } from '@tenbin/market';
import { Empty, Field } from '@tenbin/ui';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { useText } from '../../app/text.ts';
import { type Combination, combinationsOf, coversThree, sortByWallet } from '../../bots/combinations.ts';
import type { StepProps } from './step-exchange.tsx';
import { Triangle } from './triangle.tsx';

const findFrom = 9;
const shownAtOnce = 60;
const arrows: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** An arrow key chooses the one beside, as in every group of radio buttons. */
function chooseBeside(event: KeyboardEvent<HTMLElement>): void {
  const step = arrows[event.key];
  const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')];
  const here = radios.indexOf(event.target as HTMLElement);
  if (step === undefined || here < 0) return;
  event.preventDefault();
  const next = radios.at((here + step) % radios.length);
  next?.focus();
  next?.click();
}

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
      <Box
        role="radiogroup"
        aria-label={text('combinations')}
        onKeyDown={chooseBeside}
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
        {shown.map((combination, place) => (
          <CombinationButton
            key={combination.currencies.join()}
            combination={combination}
            chosen={combination === chosen}
            isTabStop={chosen && shown.includes(chosen) ? combination === chosen : place === 0}
            inWallet={isHeld(combination, held)}
            onChoose={() => change({ pairs: combination.pairs, courseId: '' })}
          />
        ))}
      </Box>
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

const canToggle = (pairs: readonly string[], pair: string): boolean =>
  !pairs.includes(pair) || coversThree(pairs.filter((one) => one !== pair));
const isHeld = ({ currencies }: Combination, held: ReadonlySet<string> | null): boolean =>
  held !== null && currencies.every((currency) => held.has(currency));

interface CombinationButtonProps {
  readonly combination: Combination;
  readonly chosen: boolean;
  /** One of the group: the others are reached by arrow keys. */
  readonly isTabStop: boolean;
  readonly inWallet: boolean;
  readonly onChoose: () => void;
}

function CombinationButton({ combination: { currencies, pairs }, chosen, isTabStop, inWallet, onChoose }: CombinationButtonProps) {
  const text = useText('setup');
  return (
    <ButtonBase
      role="radio"
      aria-checked={chosen}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={currencies.join(', ')}
      onClick={onChoose}
      sx={{
        display: 'grid',
        justifyContent: 'start',
        justifyItems: 'start',
        textAlign: 'left',
        p: 1.5,
        borderRadius: 1,
        border: '1px solid',
        borderColor: chosen ? 'primary.main' : 'divider',
        outline: chosen ? '1px solid' : 'none',
        outlineColor: 'primary.main',
        fontSize: 14,
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      <Box component="span" sx={{ fontWeight: 600, fontSize: 16 }}>
        {currencies.join(' · ')}
      </Box>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {text('pairsOf', { count: pairs.length })}
        {inWallet && ` · ${text('allInWallet')}`}
      </Box>
    </ButtonBase>
  );
}
