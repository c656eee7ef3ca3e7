import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import { useState } from 'react';
import { HideIcon, ShowIcon } from '../icons.tsx';
import { useUiText } from '../words/ui-text.ts';
import { Field, type FieldProps } from './field.tsx';

/** A field whose content is hidden until one wants to see it. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'endAdornment'>) {
  const text = useUiText('ui');
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      endAdornment={
        <InputAdornment position="end">
          <IconButton
            edge="end"
            aria-label={text(shown ? 'hidePassword' : 'showPassword')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? <HideIcon fontSize="small" /> : <ShowIcon fontSize="small" />}
          </IconButton>
        </InputAdornment>
      }
    />
  );
}
