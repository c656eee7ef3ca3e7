import FormControl from '@mui/material/FormControl';
import InputLabel from '@mui/material/InputLabel';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type ReactNode, useId } from 'react';

interface Option {
  readonly value: string;
  readonly name: ReactNode;
  readonly group?: string;
  readonly disabled?: boolean;
}

interface SelectFieldProps {
  readonly label: string;
  /** What it is called by itself, where what stands beside it is left out of the label. */
  readonly name?: string;
  readonly value: string;
  /** Those of one group stand together. */
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
  readonly disabled?: boolean;
  readonly small?: boolean;
}

/** A choice from a short list, with the machine's own list on phones. */
export function SelectField({ label, name, value, options, onChange, disabled = false, small = false }: SelectFieldProps) {
  const id = useId();
  return (
    <FormControl variant="outlined" fullWidth disabled={disabled} size={small ? 'small' : 'medium'}>
      <InputLabel htmlFor={id} shrink>
        {label}
      </InputLabel>
      <NativeSelect
        id={id}
        {...(name !== undefined && { inputProps: { 'aria-label': name } })}
        input={<OutlinedInput notched label={label} />}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {groupsOf(options).map(([group, those]) =>
          group === undefined ? (
            those.map(choice)
          ) : (
            <optgroup key={group} label={group}>
              {those.map(choice)}
            </optgroup>
          ),
        )}
      </NativeSelect>
    </FormControl>
  );
}

const choice = ({ value, name, disabled = false }: Option) => (
  <option key={value} value={value} disabled={disabled}>
    {name}
  </option>
);

/** What comes one after another of the same group, together. */
function groupsOf(options: readonly Option[]): [string | undefined, Option[]][] {
  const groups: [string | undefined, Option[]][] = [];
  for (const option of options) {
    const last = groups.at(-1);
    if (last && last[0] === option.group) last[1].push(option);
    else groups.push([option.group, [option]]);
  }
  return groups;
}
