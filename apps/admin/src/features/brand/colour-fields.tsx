import Box from '@mui/material/Box';
import type { BrandKit } from '@tenbin/brand';
import { Field, type Mode, Panel, SelectField } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

type Palette = BrandKit['theme']['light'];

const tones = [
  'background',
  'surface',
  'text',
  'muted',
  'border',
  'accent',
  'onAccent',
  'positive',
  'negative',
  'warning',
] as const satisfies readonly (keyof Palette)[];
const places = [0, 1, 2] as const;

interface ColourFieldsProps {
  readonly mode: Mode;
  readonly onMode: (mode: Mode) => void;
  readonly palette: Palette;
  readonly isWrong: (name: string) => boolean;
  readonly onChange: (palette: Palette) => void;
}

/** The colours of one theme, each by the machine's own choice of colours or by its digits. */
export function ColourFields({ mode, onMode, palette, isWrong, onChange }: ColourFieldsProps) {
  const text = useText('brand');
  return (
    <Panel title={text('colours')}>
      <SelectField
        label={text('mode')}
        value={mode}
        options={[
          { value: 'light', name: text('light') },
          { value: 'dark', name: text('dark') },
        ]}
        onChange={(next) => onMode(next === 'dark' ? 'dark' : 'light')}
      />
      <Box sx={{ display: 'grid', columnGap: 2, mt: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        {tones.map((tone) => (
          <ColourField
            key={tone}
            label={text(`colour_${tone}`)}
            value={palette[tone]}
            isWrong={isWrong(tone)}
            onChange={(colour) => onChange({ ...palette, [tone]: colour })}
          />
        ))}
        {places.map((place) => (
          <ColourField
            key={place}
            label={text('colour_series', { number: place + 1 })}
            value={palette.series[place]}
            isWrong={isWrong(`series.${place}`)}
            onChange={(colour) => {
              const series: Palette['series'] = [...palette.series];
              series[place] = colour;
              onChange({ ...palette, series });
            }}
          />
        ))}
      </Box>
    </Panel>
  );
}

interface ColourFieldProps {
  readonly label: string;
  readonly value: string;
  readonly isWrong: boolean;
  readonly onChange: (colour: string) => void;
}

function ColourField({ label, value, isWrong, onChange }: ColourFieldProps) {
  const text = useText('brand');
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
      <Box
        component="input"
        type="color"
        aria-label={text('pick', { colour: label })}
        value={isWrong ? '#000000' : value.toLowerCase()}
        onChange={(event: React.ChangeEvent<HTMLInputElement>) => onChange(event.target.value)}
        sx={{
          flexShrink: 0,
          width: 48,
          height: 48,
          mt: 0.5,
          p: 0.5,
          border: '1px solid',
          borderColor: 'divider',
          borderRadius: 1,
          bgcolor: 'background.paper',
          cursor: 'pointer',
        }}
      />
      <Field
        label={label}
        value={value}
        problem={isWrong ? text('colourWrong') : undefined}
        inputProps={{ maxLength: 7, autoCapitalize: 'off', spellCheck: false }}
        onChange={({ target }) => onChange(target.value)}
      />
    </Box>
  );
}
