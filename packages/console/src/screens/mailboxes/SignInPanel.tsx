import { readMailSignIn, signInMailbox, signInSender } from '@courtcrier/contract/calls/mail-sign-in.ts'
import { consentProviders, type DelegatedService, isDelegated } from '@courtcrier/contract/mail-sign-in.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { type Mailbox, mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useCanWrite } from '../../resource/use-can-write.ts'
import { getRow } from '../../session/api.ts'
import { ask } from '../../session/ask.ts'
import { formatDateTime } from '../../ui/format-time.ts'
import { SignIn, whoSignedIn } from '../sign-ins/SignIn.tsx'
import './text.ts'

const words = 'mailboxes.signIn'

type Consented = Pick<Mailbox, 'signedInAs' | 'signedInAt' | 'signInEndsAt'>

/** Signs in to an account at its service, in a pop-up, and shows who did. Only for accounts that a person signs in to. */
export function SignInPanel({ resource, id }: { resource: Resource; id: string }) {
  const canWrite = useCanWrite(resource)
  const { data } = useQuery({
    queryKey: [resource.name, 'row', id],
    queryFn: ({ signal }) => getRow(resource, id, signal),
  })
  const service = data?.service
  if (!canWrite || !isDelegated(service)) return null
  return <AccountSignIn resource={resource} id={id} service={service} consented={data as unknown as Consented} />
}

interface AccountSignInProps {
  resource: Resource
  id: string
  service: DelegatedService
  consented: Consented
}

function AccountSignIn({ resource, id, service, consented }: AccountSignInProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const onDone = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: [resource.name] }),
    [queryClient, resource],
  )
  const begin = () => ask(resource.name === mailbox.name ? signInMailbox : signInSender, { id })
  const { signInEndsAt } = consented
  const ends = signInEndsAt ? ` ${t(`${words}.ends`, { time: formatDateTime(signInEndsAt) })}` : ''
  return (
    <SignIn
      of={words}
      provider={consentProviders[service]}
      steps={{ begin, read: readMailSignIn, onDone }}
      isSignedIn={consented.signedInAt !== null}
      state={`${whoSignedIn(t, consented)}${ends}`}
    />
  )
}
