import Box from '@mui/material/Box';
import FormControl, { useFormControl } from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputAdornment from '@mui/material/InputAdornment';
import InputLabel from '@mui/material/InputLabel';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { percent } from '../format/numbers.ts';

export interface FieldProps extends Omit<OutlinedInputProps, 'error' | 'label' | 'id'> {
  readonly label: string;
  /**
   * What is wrong; announced. Where a field may have a problem at all, its line is kept free: a button below must not
   * move away while it is being pressed.
   */
  readonly problem?: string | undefined;
  readonly help?: ReactNode;
  /** What is entered is percent. */
  readonly share?: boolean;
}

/** A text field with its label, what is wrong with it, and below that still what helps. */
export function Field(props: FieldProps) {
  const { label, problem, help, share, inputProps, ...input } = props;
  const id = useId();
  const describedBy = [problem && `${id}problem`, help && `${id}help`].filter(Boolean).join(' ');
  const dated = input.type === 'date' || input.type === 'datetime-local';
  return (
    <FormControl
      fullWidth
      variant="outlined"
      {...(input.size && { size: input.size })}
      error={Boolean(problem)}
      disabled={input.disabled ?? false}
    >
      <InputLabel htmlFor={id} {...(dated && { shrink: true })}>
        {label}
      </InputLabel>
      <OutlinedInput
        {...input}
        {...(dated && { notched: true })}
        {...(share && { endAdornment: <InputAdornment position="end">{percent('')}</InputAdornment> })}
        id={id}
        label={label}
        inputProps={{ ...inputProps, 'aria-describedby': describedBy || undefined }}
      />
      <LabelPlace id={id} />
      {('problem' in props || help) && (
        <FormHelperText component="div" sx={{ minHeight: 22 }}>
          {problem && (
            <div id={`${id}problem`} role="alert">
              {problem}
            </div>
          )}
          {help && (
            <Box id={`${id}help`} sx={{ color: 'text.secondary' }}>
              {help}
            </Box>
          )}
        </FormHelperText>
      )}
    </FormControl>
  );
}

/**
 * Keeps the label off what stands in the field. Material UI hears of what is typed and of what React is given, but a
 * registered field is also filled, and emptied, on the element itself.
 */
function LabelPlace({ id }: { id: string }) {
  const control = useFormControl();
  const seen = useRef('');
  useLayoutEffect(() => {
    const { value = '' } = (document.getElementById(id) ?? {}) as Partial<HTMLInputElement>;
    // The same as before says nothing: what a browser fills in by itself cannot be read until the page is touched.
    if (value === seen.current) return;
    seen.current = value;
    if (value === '') control?.onEmpty();
    else control?.onFilled();
  });
  return null;
}
