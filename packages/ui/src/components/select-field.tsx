import FormControl from '@mui/material/FormControl';
import InputLabel from '@mui/material/InputLabel';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type ReactNode, useId } from 'react';

interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly name: ReactNode; readonly disabled?: boolean }[];
  readonly onChange: (value: string) => void;
  readonly disabled?: boolean;
  readonly small?: boolean;
}

/** A choice from a short list, with the machine's own list on phones. */
export function SelectField({ label, value, options, onChange, disabled = false, small = false }: SelectFieldProps) {
  const id = useId();
  return (
    <FormControl variant="outlined" fullWidth disabled={disabled} size={small ? 'small' : 'medium'}>
      <InputLabel htmlFor={id} shrink>
        {label}
      </InputLabel>
      <NativeSelect
        id={id}
        input={<OutlinedInput notched label={label} />}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled === true}>
            {option.name}
          </option>
        ))}
      </NativeSelect>
    </FormControl>
  );
}
