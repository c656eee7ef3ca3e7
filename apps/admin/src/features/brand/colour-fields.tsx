import Box from '@mui/material/Box';
import type { CallForm } from '@tenbin/app-kit';
import type { BrandKit } from '@tenbin/brand';
import { Field, type Mode, Panel, SelectField } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

type Palette = BrandKit['theme'][Mode];

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
  readonly form: CallForm<BrandKit>;
  readonly mode: Mode;
  readonly onMode: (mode: Mode) => void;
  /** The last colours without a mistake: what is being typed is none yet. */
  readonly palette: Palette;
}

/** The colours of one theme, each by the machine's own choice of colours or by its digits. */
export function ColourFields({ form, mode, onMode, palette }: ColourFieldsProps) {
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
            key={`${mode} ${tone}`}
            form={form}
            name={`theme.${mode}.${tone}`}
            label={text(`colour_${tone}`)}
            colour={palette[tone]}
          />
        ))}
        {places.map((place) => (
          <ColourField
            key={`${mode} ${place}`}
            form={form}
            name={`theme.${mode}.series.${place}`}
            label={text('colour_series', { number: place + 1 })}
            colour={palette.series[place]}
          />
        ))}
      </Box>
    </Panel>
  );
}

interface ColourFieldProps {
  readonly form: CallForm<BrandKit>;
  readonly name: `theme.${Mode}.${(typeof tones)[number] | `series.${(typeof places)[number]}`}`;
  readonly label: string;
  readonly colour: string;
}

function ColourField({ form, name, label, colour }: ColourFieldProps) {
  const text = useText('brand');
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
      <Box
        component="input"
        type="color"
        aria-label={text('pick', { colour: label })}
        value={colour.toLowerCase()}
        onChange={({ target }: React.ChangeEvent<HTMLInputElement>) =>
          form.setValue(name, target.value, { shouldDirty: true, shouldValidate: true })
        }
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
      <Field label={label} inputProps={{ maxLength: 7, autoCapitalize: 'off', spellCheck: false }} {...form.field(name)} />
    </Box>
  );
}
