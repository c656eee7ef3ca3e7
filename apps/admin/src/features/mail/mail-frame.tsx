import Box from '@mui/material/Box';
import { type Language, languages } from '@tenbin/accounts';
import type { Mapped, previewEmail, RouteReply } from '@tenbin/contract';
import { SelectField } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';

type Rendered = Mapped<RouteReply<typeof previewEmail>>;

/** A mail as its readers get it, in a frame of its own in which neither scripts nor links work. */
export function MailFrame({ mails }: { readonly mails: Rendered }) {
  const text = useText('mail');
  const written = languages.filter((language) => mails[language] !== null);
  const [wanted, setWanted] = useState<Language | null>(null);
  const [first] = written;
  const chosen = written.find((language) => language === wanted) ?? first;
  const mail = chosen && mails[chosen];
  if (!mail) return null;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {written.length > 1 && (
        <SelectField
          small
          label={text('preview')}
          value={chosen}
          options={written.map((language) => ({ value: language, name: text(`language_${language}`) }))}
          onChange={(value) => setWanted(value as Language)}
        />
      )}
      <Box
        component="iframe"
        title={text('previewOf', { language: text(`language_${chosen}`), subject: mail.subject })}
        srcDoc={mail.html}
        // Of this origin, so that the brand’s picture is fetched; nothing in it runs or leads anywhere all the same.
        sandbox="allow-same-origin"
        sx={{ width: '100%', height: 560, border: '1px solid', borderColor: 'divider', borderRadius: 1, bgcolor: 'background.default' }}
      />
      <Box component="details" sx={{ fontSize: 14 }}>
        <summary>{text('asText')}</summary>
        <Box component="pre" tabIndex={0} sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontSize: 13, m: 0, mt: 1 }}>
          {mail.text}
        </Box>
      </Box>
    </Box>
  );
}
