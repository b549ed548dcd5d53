import { testMailbox } from '@courtcrier/contract/calls/mailboxes.ts'
import { isMailProvider } from '@courtcrier/contract/mail-providers.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { type Mailbox, mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getRow } from '../../session/api.ts'
import { ask } from '../../session/ask.ts'
import classes from '../dms/dms.module.css'
import { TestPanel } from '../dms/TestPanel.tsx'
import { CallAddress } from './CallAddress.tsx'
import { MailboxHealth } from './MailboxHealth.tsx'
import { SignInPanel } from './SignInPanel.tsx'
import './text.ts'

/** Shows how a saved mailbox does, and tests it, each step with what to do about it; with a provider, also the address that it calls. */
export default function MailboxTestPanel({ resource, id }: { resource: Resource; id: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const test = useMutation({
    mutationFn: () => ask(testMailbox, { id, body: {} }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [mailbox.name] }),
  })
  const { data } = useQuery({
    queryKey: [resource.name, 'row', id],
    queryFn: ({ signal }) => getRow(resource, id, signal),
  })
  const service = data?.service
  const isCalled = isMailProvider(service)
  return (
    <>
      {data && <MailboxHealth row={data as unknown as Mailbox} />}
      {data?.isBelieved === false && !isCalled && <p className={classes.test}>{t('mailboxes.notBelieved')}</p>}
      {isCalled ? (
        <CallAddress resource={resource} id={id} provider={service} />
      ) : (
        <SignInPanel resource={resource} id={id} />
      )}
      <TestPanel
        resource={resource}
        test={test}
        words={isCalled ? 'mailboxes.arrivals' : 'mailboxes.test'}
        nameOf={(step) => t(`mailboxes.test.step.${step}`)}
      />
    </>
  )
}
