import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { type Block, type Inline, parseMarkdown } from '@tenbin/brand';
import { type ReactNode, useMemo } from 'react';

/** Markdown of somebody else, as elements: what of it is HTML is shown as it was written. */
export function MarkdownText({ children }: { children: string }) {
  const blocks = useMemo(() => parseMarkdown(children), [children]);
  return <Box sx={{ display: 'grid', gap: 1.5, overflowWrap: 'anywhere', '& > *': { m: 0 } }}>{blocks.map(drawBlock)}</Box>;
}

function drawBlock(block: Block, key: number): ReactNode {
  switch (block.kind) {
    case 'heading':
      return (
        <Typography key={key} component={block.level === 1 ? 'h3' : 'h4'} variant="h3">
          {block.content.map(drawInline)}
        </Typography>
      );
    case 'paragraph':
      return (
        <Typography key={key} sx={{ whiteSpace: 'pre-line' }}>
          {block.content.map(drawInline)}
        </Typography>
      );
    case 'quote':
      return (
        <Box
          key={key}
          component="blockquote"
          sx={{ borderLeft: '3px solid', borderColor: 'divider', pl: 2, color: 'text.secondary', whiteSpace: 'pre-line' }}
        >
          {block.content.map(drawInline)}
        </Box>
      );
    case 'list':
      return (
        <Box key={key} component={block.isOrdered ? 'ol' : 'ul'} sx={{ pl: 3, display: 'grid', gap: 0.5 }}>
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text's lines keep their places
            <li key={index}>{item.map(drawInline)}</li>
          ))}
        </Box>
      );
    case 'code':
      return (
        <Box
          key={key}
          component="pre"
          tabIndex={0}
          sx={{ p: 1.5, borderRadius: 1, bgcolor: 'action.hover', overflowX: 'auto', fontSize: 14 }}
        >
          <code>{block.text}</code>
        </Box>
      );
    case 'rule':
      return <Box key={key} component="hr" sx={{ width: '100%', border: 0, borderTop: '1px solid', borderColor: 'divider' }} />;
  }
}

function drawInline(part: Inline, key: number): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'code':
      return <code key={key}>{part.text}</code>;
    case 'strong':
      return <strong key={key}>{part.content.map(drawInline)}</strong>;
    case 'emphasis':
      return <em key={key}>{part.content.map(drawInline)}</em>;
    case 'link':
      return (
        <Link key={key} href={part.href} {...(!part.href.startsWith('/') && { target: '_blank', rel: 'noopener noreferrer' })}>
          {part.text}
        </Link>
      );
  }
}
