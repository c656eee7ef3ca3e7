import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Problem } from '@tenbin/app-kit';
import type { UserFilter } from '@tenbin/contract';
import { ConfirmDialog, Field, parseNumber, useErrorText, useLanguage } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';
import { useAudienceWords } from './audience-words.ts';
import type { Draft } from './draft.ts';
import { subjectOf } from './subject-of.ts';

interface SendDialogProps {
  readonly draft: Draft;
  readonly audience: UserFilter;
  /** Null: now. */
  readonly sendAt: Date | null;
  readonly timeZone: string;
  readonly count: number;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Says to how many it goes, and asks for that number. */
export function SendDialog({ draft, audience, sendAt, timeZone, count, busy, error, onConfirm, onClose }: SendDialogProps) {
  const text = useText('mail');
  const language = useLanguage();
  const errorText = useErrorText();
  /** What is typed for one number is not typed for another. */
  const [{ typed, of }, setTyped] = useState({ typed: '', of: count });
  const audienceWords = useAudienceWords();
  const { kind, subject } = draft;
  const facts = { subject: subjectOf(subject, language), count, zone: timeZone, time: draft.sendAt?.replace('T', ' ') ?? '' };
  const isTyped = of === count && parseNumber(typed) === count;
  return (
    <ConfirmDialog
      open
      wide
      title={text('checkTitle')}
      confirm={text(sendAt ? 'schedule' : 'send')}
      busy={busy}
      waits={!isTyped || count === 0}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Typography>{text(sendAt ? 'checkLater' : 'checkNow', facts)}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {[text(`kind_${kind}`), ...audienceWords(audience)].join(' · ')}
        </Typography>
        {error && <Problem>{errorText(error)}</Problem>}
        <Field
          label={text('typeCount', { count })}
          value={of === count ? typed : ''}
          required
          autoComplete="off"
          inputProps={{ inputMode: 'numeric', maxLength: 12 }}
          onChange={({ target }) => setTyped({ typed: target.value, of: count })}
        />
      </Box>
    </ConfirmDialog>
  );
}
