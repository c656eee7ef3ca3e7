import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef } from 'react';
import { Problem } from './problem.tsx';

interface FormPageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** What the server refused, in the reader's words. */
  readonly problem?: ReactNode;
  readonly notice?: ReactNode;
  readonly submit: string;
  readonly busy: boolean;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
  readonly below?: ReactNode;
}

/** One column: title, fields, one button. */
export function FormPage({ title, lead, problem, notice, submit, busy, onSubmit, children, below }: FormPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <>
      <Typography variant="h1" ref={heading} sx={{ mb: lead ? 1 : 3 }}>
        {title}
      </Typography>
      {lead && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mb: 3 }}>
          {lead}
        </Typography>
      )}
      {notice && (
        <Alert severity="info" sx={{ mb: 3 }}>
          {notice}
        </Alert>
      )}
      {problem && <Problem mb={3}>{problem}</Problem>}
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
        sx={{ display: 'flex', flexDirection: 'column', gap: 1 }}
      >
        {children}
        <Button type="submit" variant="contained" size="large" loading={busy} sx={{ minHeight: 48 }}>
          {submit}
        </Button>
      </Box>
      {below && <Box sx={{ mt: 3, fontSize: 14 }}>{below}</Box>}
    </>
  );
}
