import { testSender } from '@courtcrier/contract/calls/mail-senders.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { mailSender } from '@courtcrier/contract/resources/mail-sender.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ask } from '../../session/ask.ts'
import { TestPanel } from '../dms/TestPanel.tsx'
import { SignInPanel } from '../mailboxes/SignInPanel.tsx'
import './text.ts'

/** Tests a saved sending account, and shows each step with what to do about it. */
export default function SenderTestPanel({ resource, id }: { resource: Resource; id: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const test = useMutation({
    mutationFn: () => ask(testSender, { id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [mailSender.name] }),
  })
  return (
    <>
      <SignInPanel resource={resource} id={id} />
      <TestPanel
        resource={resource}
        test={test}
        words="mailSenders.test"
        nameOf={(step) => t(`mailSenders.test.step.${step}`)}
      />
    </>
  )
}
