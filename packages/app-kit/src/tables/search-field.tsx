import { useRouter } from '@tanstack/react-router';
import { Field } from '@tenbin/ui';
import { useEffect, useRef, useState } from 'react';

const typingMs = 400;

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder?: string;
  /** What is found by what is typed. */
  readonly help?: string;
  /** From the address. */
  readonly value: string;
  readonly maxLength: number;
  readonly onSearch: (text: string) => void;
}

/** Searches when the typing rests, or at Enter. Whoever follows a link meanwhile is not called back. */
export function SearchField({ label, placeholder, help, value, maxLength, onSearch }: SearchFieldProps) {
  const router = useRouter();
  const [typed, setTyped] = useState(value);
  const searched = useRef(value);
  const search = () => {
    searched.current = typed;
    onSearch(typed);
  };
  // What is not searched from here comes from the address: it was cleared, or one went back.
  useEffect(() => {
    if (value === searched.current) return;
    searched.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    if (typed === searched.current) return;
    const timer = setTimeout(() => {
      const { location, resolvedLocation } = router.state;
      if (location.pathname === resolvedLocation?.pathname) search();
    }, typingMs);
    return () => clearTimeout(timer);
  });
  return (
    <Field
      size="small"
      type="search"
      label={label}
      {...(placeholder && { placeholder })}
      {...(help && { help })}
      value={typed}
      inputProps={{ maxLength }}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search();
      }}
    />
  );
}
