import { testMailbox } from '@courtcrier/contract/calls/mailboxes.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ask } from '../../session/ask.ts'
import { TestPanel } from '../dms/TestPanel.tsx'
import { SignInPanel } from './SignInPanel.tsx'
import './text.ts'

/** Tests a saved mailbox, and shows each step with what to do about it. */
export default function MailboxTestPanel({ resource, id }: { resource: Resource; id: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const test = useMutation({
    mutationFn: () => ask(testMailbox, { id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [mailbox.name] }),
  })
  return (
    <>
      <SignInPanel resource={resource} id={id} />
      <TestPanel
        resource={resource}
        test={test}
        words="mailboxes.test"
        nameOf={(step) => t(`mailboxes.test.step.${step}`)}
      />
    </>
  )
}
