import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { broadcastKinds, languages } from '@tenbin/accounts';
import {
  type CallForm,
  changedSearch,
  given,
  PageLink,
  PageTitle,
  Problem,
  query,
  useAction,
  useCallForm,
  useClient,
  useNamedCall,
} from '@tenbin/app-kit';
import { ApiError, broadcastEmail, getOrganizationSelf, previewEmail, sendTestEmail } from '@tenbin/contract';
import { Empty, Failure, Field, Loading, momentOf, Panel, useErrorText, useFailureToast, useToast, zonedTime } from '@tenbin/ui';
import { useEffect, useId, useState } from 'react';
import { SavedFilters } from '../../app/saved-filters.tsx';
import { useText } from '../../app/text.ts';
import { useMayDo } from '../../app/use-self.ts';
import { filterOf } from '../../app/user-filter.ts';
import { UserFilters } from '../../app/user-filters.tsx';
import { findsUsers, userSearchOf } from '../../app/user-search.ts';
import { AudienceCount, useAudienceCount } from './audience-count.tsx';
import { type Draft, emptyDraft, isWritten, useKeptDraft } from './draft.ts';
import { MailFrame } from './mail-frame.tsx';
import { SendDialog } from './send-dialog.tsx';

const route = getRouteApi('/shell/mail/emails/new');
const hourMs = 3_600_000;

/** Writes an e-mail to many users, with what its readers will see. */
export function WriteEmailPage() {
  const text = useText('mail');
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const filter = filterOf(search, Date.now());
  const toast = useToast();
  const { kept, keep, drop } = useKeptDraft();
  const callOnce = useNamedCall();
  const organization = useQuery(query(getOrganizationSelf, {}));
  const [isChecking, setIsChecking] = useState(false);
  const timeZone = organization.data?.timeZone;
  const momentIn = ({ sendAt }: Draft) => (sendAt !== null && timeZone ? momentOf(sendAt, timeZone) : null);
  const form = useCallForm(broadcastEmail, {
    defaults: kept ?? emptyDraft,
    input: (entered) => {
      const { kind, subject, body } = entered;
      const at = momentIn(entered)?.getTime();
      return {
        body: { kind, subject, body, audience: filter, expectedCount: audience.data?.count ?? 0, ...(at !== undefined && { sendAt: at }) },
      };
    },
    send: (_, input) => callOnce(broadcastEmail, input),
    problems: (entered) => {
      const moment = momentIn(entered);
      return {
        subject: !isWritten(entered) && text('notWritten'),
        sendAt: entered.sendAt !== null && (moment === null || moment.getTime() <= Date.now()) && text('timePassed'),
      };
    },
    onSuccess: ({ id }) => {
      toast('success', text(sendAt ? 'madeLater' : 'made'));
      form.reset(emptyDraft);
      drop();
      void navigate({ to: '/emails/$id', params: { id } });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'audienceChanged') void audience.refetch();
    },
    onInvalid: () => setIsChecking(false),
  });
  const draft = copyOf(form.watch());
  useEffect(() => keep(draft));
  const sendAt = momentIn(draft);
  const audience = useAudienceCount(filter, draft.kind);
  // It goes when it is mended.
  const problem = !isWritten(draft) && form.formState.errors.subject?.message;
  const check = async () => {
    form.forget();
    if (await form.trigger()) setIsChecking(true);
  };
  return (
    <>
      <PageTitle title={text('write')}>
        <PageLink to="/emails">{text('back')}</PageLink>
        <FormHelperText>{text('draftKept')}</FormHelperText>
      </PageTitle>
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' } }}>
        <Box sx={{ display: 'grid', gap: 2.5, alignContent: 'start' }}>
          <Content form={form} />
          <Panel title={text('audience')} flush>
            <UserFilters
              search={search}
              onChange={(next) => void navigate({ search: (now) => changedSearch(now, next), replace: true, resetScroll: false })}
            />
            <SavedFilters
              list="users"
              search={search}
              suits={findsUsers}
              onChoose={(saved) => void navigate({ search: given({ ...userSearchOf(saved) }) })}
            />
            <Box sx={{ px: { xs: 2, sm: 2.5 }, pb: 2 }}>
              <AudienceCount count={audience} />
            </Box>
          </Panel>
          {organization.isLoadingError ? (
            <Failure what={text('when')} error={organization.error} onRetry={() => void organization.refetch()} />
          ) : (
            <When form={form} timeZone={timeZone} />
          )}
          {problem && <Problem>{problem}</Problem>}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
            <Button variant="contained" onClick={() => void check()} disabled={audience.data === undefined || !timeZone}>
              {text('check')}
            </Button>
            <TestButton form={form} />
          </Box>
        </Box>
        <Preview draft={draft} />
      </Box>
      {isChecking && audience.data && timeZone && (
        <SendDialog
          draft={draft}
          audience={filter}
          sendAt={sendAt}
          timeZone={timeZone}
          count={audience.data.count}
          busy={form.isSending}
          error={form.error}
          onConfirm={() => void form.submit()}
          onClose={() => setIsChecking(false)}
        />
      )}
    </>
  );
}

interface PartProps {
  readonly form: CallForm<Draft>;
}

function Content({ form }: PartProps) {
  const text = useText('mail');
  const maySendService = useMayDo('serviceMail');
  const id = useId();
  const written = form.watch('kind');
  return (
    <Panel title={text('content')}>
      <Box sx={{ display: 'grid', gap: 2.5 }}>
        <div>
          <Typography id={`${id}kind`} variant="body2" sx={{ fontWeight: 600 }}>
            {text('kind')}
          </Typography>
          <RadioGroup
            row
            aria-labelledby={`${id}kind`}
            value={written}
            onChange={(_, kind) => form.setValue('kind', kind as Draft['kind'])}
          >
            {broadcastKinds.toReversed().map((kind) => (
              <FormControlLabel
                key={kind}
                value={kind}
                control={<Radio slotProps={{ input: { 'aria-describedby': `${id}help` } }} />}
                label={text(`kind_${kind}`)}
                disabled={kind === 'service' && !maySendService}
              />
            ))}
          </RadioGroup>
          <FormHelperText id={`${id}help`}>
            {text(`kind_${written}Help`)} {!maySendService && text('ownersOnly')}
          </FormHelperText>
        </div>
        <FormHelperText>{text('oneLanguage')}</FormHelperText>
        <Box
          sx={{
            display: 'grid',
            gap: 2.5,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))', lg: 'minmax(0, 1fr)' },
          }}
        >
          {languages.map((language) => (
            <Box
              key={language}
              component="fieldset"
              lang={language}
              sx={{ m: 0, p: 0, border: 0, minWidth: 0, display: 'grid', gap: 1.5, alignContent: 'start' }}
            >
              <Typography component="legend" variant="body2" sx={{ fontWeight: 600, mb: 1.5 }}>
                {text(`language_${language}`)}
              </Typography>
              <Field label={text('subject')} inputProps={{ maxLength: 100 }} {...form.field(`subject.${language}`)} />
              <Field
                label={text('body')}
                multiline
                minRows={8}
                maxRows={20}
                inputProps={{ maxLength: 20_000 }}
                help={text('bodyHelp')}
                {...form.field(`body.${language}`)}
              />
            </Box>
          ))}
        </Box>
      </Box>
    </Panel>
  );
}

function When({ form, timeZone }: PartProps & { timeZone: string | undefined }) {
  const text = useText('mail');
  const sendAt = form.watch('sendAt');
  const soon = () => (timeZone ? zonedTime(new Date(Date.now() + hourMs), timeZone) : null);
  return (
    <Panel title={text('when')}>
      <RadioGroup
        row
        aria-label={text('when')}
        value={sendAt === null ? 'now' : 'later'}
        onChange={(_, when) => {
          form.clearErrors('sendAt');
          form.setValue('sendAt', when === 'now' ? null : soon());
        }}
      >
        <FormControlLabel value="now" control={<Radio />} label={text('now')} />
        <FormControlLabel value="later" control={<Radio />} label={text('later')} disabled={!timeZone} />
      </RadioGroup>
      {sendAt !== null && (
        <Box sx={{ mt: 2, maxWidth: 320 }}>
          <Field type="datetime-local" label={text('timeIn', { zone: timeZone ?? '' })} {...form.field('sendAt')} />
        </Box>
      )}
    </Panel>
  );
}

function TestButton({ form }: PartProps) {
  const text = useText('mail');
  const client = useClient();
  const toast = useToast();
  const failed = useFailureToast();
  const send = useAction({
    mutationFn: ({ kind, subject, body }: Draft) => client.call(sendTestEmail, { body: { kind, subject, body } }),
    onSuccess: ({ to }) => toast('success', text('tested', { to })),
    onError: (error) => failed(error),
  });
  const test = async () => {
    if (await form.trigger(['subject', 'body'])) send.mutate(copyOf(form.getValues()));
  };
  return (
    <Button variant="outlined" loading={send.isPending} onClick={() => void test()}>
      {text('test')}
    </Button>
  );
}

/** As it is now: the form goes on to write into its own. */
const copyOf = ({ subject, body, ...draft }: Draft): Draft => ({ ...draft, subject: { ...subject }, body: { ...body } });

const pauseMs = 400;

/** What is typed, once nobody types for a moment. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Follows what is typed: the server makes the mail, as it does for its readers. */
function Preview({ draft }: { draft: Draft }) {
  const text = useText('mail');
  const errorText = useErrorText();
  const { kind, subject, body } = useSettled(draft);
  const mails = useQuery({
    ...query(previewEmail, { body: { kind, subject, body } }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const isEmpty = mails.data && !mails.data.ja && !mails.data.en;
  return (
    <Panel title={text('preview')} sx={{ alignSelf: 'start', position: { lg: 'sticky' }, top: { lg: 88 } }}>
      {mails.isPending && <Loading what={text('preview')} rows={6} height={64} />}
      {mails.isLoadingError && <Failure what={text('preview')} error={mails.error} onRetry={() => void mails.refetch()} />}
      {mails.isRefetchError && <Problem mb={2}>{errorText(mails.error)}</Problem>}
      {isEmpty && <Empty title={text('preview')}>{text('previewEmpty')}</Empty>}
      {mails.data && !isEmpty && <MailFrame mails={mails.data} />}
    </Panel>
  );
}
