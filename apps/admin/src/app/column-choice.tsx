import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { FoldingPanel } from '@tenbin/ui';
import { chosenColumns, type ListColumns, withColumn } from './list-columns.ts';

interface ColumnChoiceProps<Name extends string> {
  readonly title: string;
  readonly columns: ListColumns<Name>;
  readonly nameOf: (column: Name) => string;
  /** As the address has them. */
  readonly chosen: string | undefined;
  /** Told how the choice changes, not what it becomes: a page may show the last change later than the next one is made. */
  readonly onChange: (next: (chosen: string | undefined) => string | undefined) => void;
}

/** Which columns a list shows. */
export function ColumnChoice<Name extends string>({ title, columns, nameOf, chosen, onChange }: ColumnChoiceProps<Name>) {
  const shown = chosenColumns(columns, chosen);
  return (
    <FoldingPanel title={title}>
      <Box role="group" aria-label={title}>
        {columns.all.map((name) => (
          <FormControlLabel
            key={name}
            label={nameOf(name)}
            control={
              <Checkbox
                checked={shown.includes(name)}
                onChange={(_, isShown) => onChange((now) => withColumn(columns, now, name, isShown))}
              />
            }
          />
        ))}
      </Box>
    </FoldingPanel>
  );
}
