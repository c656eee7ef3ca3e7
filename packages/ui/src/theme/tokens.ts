/** Measures that every screen shares. Lengths in pixels. */

export const spacing = 8;
export const radius = { control: 8, card: 12 } as const;
export const sizes = { small: 14, body: 16, title: 20, figure: 28 } as const;
export const breakpoints = { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } as const;
export const contentWidth = 1200;

/** Comes with the product, in Latin and what its own words need of Japanese; for other characters, and until it is there, what the system has. */
export const fontFamily = [
  'Plex',
  'system-ui',
  '-apple-system',
  '"Segoe UI"',
  'Roboto',
  '"Hiragino Kaku Gothic ProN"',
  '"Hiragino Sans"',
  '"Yu Gothic UI"',
  'Meiryo',
  '"Noto Sans JP"',
  '"Noto Sans CJK JP"',
  'sans-serif',
].join(', ');
