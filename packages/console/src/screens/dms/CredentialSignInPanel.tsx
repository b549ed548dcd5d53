import { dmsSignIns, readDmsSignIn } from '@courtcrier/contract/calls/dms-sign-in.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { credential } from '@courtcrier/contract/resources/credential.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useCanWrite } from '../../resource/use-can-write.ts'
import { ask } from '../../session/ask.ts'
import { RedirectUri } from '../sign-ins/RedirectUri.tsx'
import { SignIn, whoSignedIn } from '../sign-ins/SignIn.tsx'

interface CredentialSignInPanelProps {
  resource: Resource
  id: string
  /** Tests the credential; the same function each time. */
  test: () => void
}

/** Signs in with a credential at its service, in a pop-up, shows who did, and tests it then. Nothing for other credentials. */
export function CredentialSignInPanel({ resource, id, test }: CredentialSignInPanelProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const canWrite = useCanWrite(resource)
  const calls = dmsSignIns.find(({ kind }) => kind === resource.name)
  const { data } = useQuery({
    queryKey: [resource.name, 'sign-in', id],
    queryFn: async ({ signal }) => (calls ? ask(calls.read, { id }, { signal }) : null),
    enabled: canWrite && calls !== undefined,
  })
  const onDone = useCallback(() => {
    for (const name of [resource.name, credential.name]) void queryClient.invalidateQueries({ queryKey: [name] })
    test()
  }, [queryClient, resource, test])
  if (!calls || !data?.provider) return null
  const { provider, redirectUri, isEntered } = data
  return (
    <SignIn
      of="dms.signIn"
      provider={provider}
      steps={{ begin: () => ask(calls.begin, { id }), read: readDmsSignIn, onDone }}
      isSignedIn={data.signedInAt !== null}
      state={isEntered ? t('dms.signIn.entered') : whoSignedIn(t, data)}
    >
      <RedirectUri uri={redirectUri} provider={provider} />
    </SignIn>
  )
}
