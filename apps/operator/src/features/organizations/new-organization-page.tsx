import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { keyOf, PageTitle, useCallForm } from '@tenbin/app-kit';
import { createOrganization, listAllOrganizations } from '@tenbin/contract';
import { useToast } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { changesOf, emptyOrganization, fieldOf, OrganizationForm, organizationProblems } from './organization-form.tsx';

export function NewOrganizationPage() {
  const text = useText('platform');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const toast = useToast();
  const form = useCallForm(createOrganization, {
    defaults: emptyOrganization,
    input: (values) => ({ body: { ...changesOf(values, null), slug: values.slug.trim() } }),
    fieldOf,
    problems: (values) => organizationProblems(values, text, { isNew: true }),
    onSuccess: ({ id, name }) => {
      toast('success', text('made', { name }));
      void queries.invalidateQueries({ queryKey: keyOf(listAllOrganizations) });
      void navigate({ to: '/organizations/$id', params: { id } });
    },
  });
  return (
    <>
      <PageTitle title={text('newOrganization')} />
      <OrganizationForm form={form} isNew submit={text('make')} />
    </>
  );
}
