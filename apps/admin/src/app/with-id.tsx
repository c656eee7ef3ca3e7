import { useParams } from '@tanstack/react-router';
import { NotFoundPage } from '@tenbin/app-kit';
import type { ComponentType } from 'react';

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A page of something by its id in the address: what is no id leads nowhere, and nobody is asked for it. */
export const withId = (Page: ComponentType): ComponentType =>
  function WithId() {
    const params: Readonly<Record<string, string>> = useParams({ strict: false });
    return Object.values(params).every((id) => idPattern.test(id)) ? <Page /> : <NotFoundPage />;
  };
