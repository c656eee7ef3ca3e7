import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { type ReactNode, useId } from 'react';

export interface FieldProps extends Omit<OutlinedInputProps, 'error' | 'label' | 'id'> {
  readonly label: string;
  /** What is wrong; announced. */
  readonly problem?: string | undefined;
  readonly help?: ReactNode;
}

/** A text field with its label, what is wrong with it, and what helps. */
export function Field({ label, problem, help, inputProps, ...input }: FieldProps) {
  const id = useId();
  const dated = input.type === 'date';
  const described = problem || help ? `${id}help` : undefined;
  return (
    <FormControl fullWidth variant="outlined" error={Boolean(problem)} disabled={input.disabled ?? false}>
      <InputLabel htmlFor={id} {...(dated && { shrink: true })}>
        {label}
      </InputLabel>
      <OutlinedInput
        {...input}
        {...(dated && { notched: true })}
        id={id}
        label={label}
        inputProps={{ ...inputProps, 'aria-describedby': described }}
      />
      {described && (
        <FormHelperText id={described} component="div" role={problem ? 'alert' : undefined}>
          {problem || help}
        </FormHelperText>
      )}
    </FormControl>
  );
}
