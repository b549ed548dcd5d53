import { readRedirectUri } from '@courtcrier/contract/calls/sign-on-addresses.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ask } from '../../session/ask.ts'
import { AddressToCopy } from '../../ui/AddressToCopy.tsx'
import './text.ts'

const addresses = [
  ['redirectUri', 'redirect_uri'],
  ['entityId', 'entity_id'],
  ['acsUrl', 'acs_url'],
] as const

/** Shows the addresses to register at an identity provider. */
export default function RedirectUri() {
  const { data } = useQuery({ queryKey: ['redirect-uri'], queryFn: () => ask(readRedirectUri, {}) })
  const { t } = useTranslation()
  if (!data) return null
  return (
    <>
      {addresses.map(([words, key]) => (
        <AddressToCopy
          key={key}
          isBelowForm
          label={t(`identityProviders.${words}.label`)}
          address={data[key]}
          about={t(`identityProviders.${words}.about`)}
          copied={`identityProviders.${words}.copied`}
        />
      ))}
    </>
  )
}
