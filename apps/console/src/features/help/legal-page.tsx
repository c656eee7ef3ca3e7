import Typography from '@mui/material/Typography';
import { getRouteApi } from '@tanstack/react-router';
import { DeadEnd, PageLink, PageTitle, useInstallation } from '@tenbin/app-kit';
import { useText } from '../../app/text.ts';

const route = getRouteApi('/public/legal/$document');
const documents = ['privacy-policy', 'terms-of-service', 'commercial-transactions'] as const;
const paragraphs = [1, 2, 3] as const;

/** A legal document in its standard wording. */
export function LegalPage() {
  const text = useText('legal');
  const kitText = useText('kit');
  const { brand } = useInstallation();
  const wanted = route.useParams().document;
  const document = documents.find((one) => one === wanted);
  if (!document) return <DeadEnd title={text('unknown')} action={<PageLink to="/">{kitText('toLogin')}</PageLink>} />;
  return (
    <>
      <PageTitle title={text(document)} />
      {paragraphs.map((paragraph) => (
        <Typography key={paragraph} sx={{ mb: 2 }}>
          {text(`${document}${paragraph}`, { name: brand.name })}
        </Typography>
      ))}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {text('contact', { name: brand.name })}
      </Typography>
    </>
  );
}
