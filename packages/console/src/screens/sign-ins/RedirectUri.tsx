import { useTranslation } from 'react-i18next'
import { AddressToCopy } from '../../ui/AddressToCopy.tsx'
import './text.ts'

const words = 'signInElsewhere.redirectUri'

/** Shows the address to register at a service, so that people can sign in there. */
export function RedirectUri({ uri, provider }: { uri: string; provider: string }) {
  const { t } = useTranslation()
  return (
    <AddressToCopy
      label={t(`${words}.label`)}
      address={uri}
      about={t(`${words}.about`, { provider })}
      copied={`${words}.copied`}
    />
  )
}
