import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { FoldingPanel } from '@tenbin/ui';
import { chosenColumns, columnsIn, type ListColumns } from './list-columns.ts';

interface ColumnChoiceProps<Name extends string> {
  readonly title: string;
  readonly columns: ListColumns<Name>;
  readonly nameOf: (column: Name) => string;
  /** As the address has them. */
  readonly chosen: string | undefined;
  readonly onChoose: (chosen: string | undefined) => void;
}

/** Which columns a list shows. */
export function ColumnChoice<Name extends string>({ title, columns, nameOf, chosen, onChoose }: ColumnChoiceProps<Name>) {
  const shown = chosenColumns(columns, chosen);
  const withColumn = (name: Name, isShown: boolean) => columns.all.filter((one) => (one === name ? isShown : shown.includes(one)));
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
                onChange={(_, isShown) => onChoose(columnsIn(columns, withColumn(name, isShown).join()))}
              />
            }
          />
        ))}
      </Box>
    </FoldingPanel>
  );
}
