/** On paper only the page's content is left, dark on white, and no section is cut in two. */
export const onPaper = {
  '@media print': {
    '@page': { size: 'A4', margin: '14mm' },
    'body, #root, main': { background: '#fff !important' },
    'header, nav, footer, .not-on-paper, [role=status]:empty': { display: 'none !important' },
    'main, main *': { color: '#000 !important', maxWidth: 'none' },
    main: { margin: '0 !important', padding: '0 !important' },
    section: { breakInside: 'avoid', boxShadow: 'none !important', background: '#fff !important' },
    '[role=group]': { overflow: 'visible !important' },
  },
};
