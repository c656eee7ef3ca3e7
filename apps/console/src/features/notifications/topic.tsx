import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import type { MailTopic } from '@tenbin/accounts';
import { useId } from 'react';
import { useText } from '../../app/text.ts';

interface TopicProps {
  readonly topic: MailTopic;
  /** Where it is not the mail's. */
  readonly name?: string;
  readonly isWanted: boolean;
  readonly onWant: (isWanted: boolean) => void;
}

/** A switch for something that one is told. */
export function Topic({ topic, name, isWanted, onWant }: TopicProps) {
  const text = useText('account');
  const help = useId();
  return (
    <div>
      <FormControlLabel
        control={
          <Switch
            checked={isWanted}
            onChange={({ target }) => onWant(target.checked)}
            slotProps={{ input: { 'aria-describedby': help } }}
          />
        }
        label={name ?? text(`mail_${topic}`)}
        sx={{ '& .MuiFormControlLabel-label': { fontWeight: 600 } }}
      />
      <Typography variant="body2" id={help} sx={{ color: 'text.secondary' }}>
        {text(`mail_${topic}Help`)}
      </Typography>
    </div>
  );
}
