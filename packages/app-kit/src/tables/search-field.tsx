import { Field } from '@tenbin/ui';
import { useEffect, useRef, useState } from 'react';

const typingMs = 400;

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder?: string;
  /** From the address. */
  readonly value: string;
  readonly maxLength: number;
  readonly onSearch: (text: string) => void;
}

/** Searches when the typing rests, or at Enter. */
export function SearchField({ label, placeholder, value, maxLength, onSearch }: SearchFieldProps) {
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
    const timer = setTimeout(search, typingMs);
    return () => clearTimeout(timer);
  });
  return (
    <Field
      size="small"
      type="search"
      label={label}
      {...(placeholder && { placeholder })}
      value={typed}
      inputProps={{ maxLength }}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search();
      }}
    />
  );
}
