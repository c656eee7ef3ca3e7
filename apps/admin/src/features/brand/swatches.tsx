import Box from '@mui/material/Box';

/** Colours as they are; what they are called stands beside them. */
export const Swatches = ({ colours }: { readonly colours: readonly string[] }) => (
  <Box component="span" aria-hidden sx={{ display: 'inline-flex', gap: 0.5, verticalAlign: 'middle' }}>
    {colours.map((colour, place) => (
      <Box
        // biome-ignore lint/suspicious/noArrayIndexKey: colours keep their places
        key={place}
        component="span"
        sx={{ width: 20, height: 20, borderRadius: 0.5, border: '1px solid', borderColor: 'divider' }}
        style={{ backgroundColor: colour }}
      />
    ))}
  </Box>
);
