declare module 'subset-font' {
  const subsetFont: (font: Buffer, characters: string, options: { readonly targetFormat: 'woff2' }) => Promise<Buffer>;
  // biome-ignore lint/style/noDefaultExport: so the package exports it
  export default subsetFont;
}
