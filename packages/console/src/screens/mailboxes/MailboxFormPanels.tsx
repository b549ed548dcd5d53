import { type MailboxTest, testMailbox } from '@courtcrier/contract/calls/mailboxes.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { useMutation } from '@tanstack/react-query'
import { useCanWrite } from '../../resource/use-can-write.ts'
import { ask } from '../../session/ask.ts'
import { translated } from '../../ui/translated.ts'
import { TestFrame } from '../dms/TestFrame.tsx'
import MailRedirectUri from './MailRedirectUri.tsx'
import './text.ts'

/** What a mailbox's form shows below its fields: the address to register, and how many messages a changed time means. */
export default function MailboxFormPanels({ row, values, isNew }: { row: AnyRow; values: AnyRow; isNew: boolean }) {
  return (
    <>
      <MailRedirectUri values={values} />
      {!isNew && <CountSince row={row} since={values.readFrom} />}
    </>
  )
}

interface CountSinceProps {
  /** The mailbox as saved. */
  row: AnyRow
  /** The form's value. */
  since: unknown
}

/** Counts the messages since a time that isn't saved yet: once it is, they are received within seconds. */
function CountSince({ row, since }: CountSinceProps) {
  const canWrite = useCanWrite(mailbox)
  const count = useMutation({
    mutationFn: (readFrom: string) => ask(testMailbox, { id: String(row.id), body: { readFrom } }),
  })
  if (!canWrite || typeof since !== 'string' || since === row.readFrom) return null
  // The answer is about the time it was asked for.
  const isCurrent = count.variables === since
  const { isPending } = count
  const test = { error: isCurrent ? count.error : null, isPending, mutate: () => count.mutate(since) }
  return (
    <TestFrame test={test} words="mailboxes.count">
      {isCurrent && count.data && <p>{translated(outcomeOf(count.data))}</p>}
    </TestFrame>
  )
}

/** Returns how many there are, or why they couldn't be counted. */
function outcomeOf({ steps, sentence }: MailboxTest): string {
  return steps.find(({ step, state }) => step === 'messages' && state === 'ok')?.sentence ?? sentence
}
