import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Problem, useAction, useNamedCall } from '@tenbin/app-kit';
import { ApiError, broadcastEmail, type UserFilter } from '@tenbin/contract';
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
  /** Somebody came or went: it is to be counted again. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
  readonly onSent: (id: string) => void;
}

/** Says to how many it goes, and asks for that number. */
export function SendDialog({ draft, audience, sendAt, timeZone, count, onChanged, onClose, onSent }: SendDialogProps) {
  const text = useText('mail');
  const language = useLanguage();
  const callOnce = useNamedCall();
  const errorText = useErrorText();
  const [typed, setTyped] = useState('');
  const audienceWords = useAudienceWords();
  const { kind, subject, body } = draft;
  const send = useAction({
    mutationFn: () =>
      callOnce(broadcastEmail, {
        body: { kind, subject, body, audience, expectedCount: count, ...(sendAt && { sendAt: sendAt.getTime() }) },
      }),
    onSuccess: ({ id }) => onSent(id),
    onError: (error) => {
      if (!(error instanceof ApiError && error.code === 'audienceChanged')) return;
      setTyped('');
      onChanged();
    },
  });
  const facts = { subject: subjectOf(subject, language), count, zone: timeZone, time: draft.sendAt?.replace('T', ' ') ?? '' };
  const isTyped = parseNumber(typed) === count;
  return (
    <ConfirmDialog
      open
      wide
      title={text('checkTitle')}
      confirm={text(sendAt ? 'schedule' : 'send')}
      busy={send.isPending}
      waits={!isTyped || count === 0}
      onConfirm={() => send.mutate()}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Typography>{text(sendAt ? 'checkLater' : 'checkNow', facts)}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {[text(`kind_${kind}`), ...audienceWords(audience)].join(' · ')}
        </Typography>
        {send.error && <Problem>{errorText(send.error)}</Problem>}
        <Field
          label={text('typeCount', { count })}
          value={typed}
          required
          autoComplete="off"
          inputProps={{ inputMode: 'numeric', maxLength: 12 }}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Box>
    </ConfirmDialog>
  );
}
