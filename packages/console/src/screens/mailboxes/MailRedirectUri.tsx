import { readMailRedirectUri } from '@courtcrier/contract/calls/mail-sign-in.ts'
import { consentProviders, isDelegated } from '@courtcrier/contract/mail-sign-in.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../session/ask.ts'
import { RedirectUri } from '../sign-ins/RedirectUri.tsx'

/** Shows the address to register at the service, for accounts that a person signs in to. */
export default function MailRedirectUri({ values }: { values: AnyRow }) {
  const { service } = values
  const { data } = useQuery({
    queryKey: ['mail-redirect-uri'],
    queryFn: () => ask(readMailRedirectUri, {}),
    enabled: isDelegated(service),
  })
  if (!data || !isDelegated(service)) return null
  return <RedirectUri uri={data.redirectUri} provider={consentProviders[service]} />
}
