import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../ui/notices.ts'
import classes from './CourtAddress.module.css'
import './text.ts'
import { copyText } from '../../../ui/copy-text.ts'

interface CourtAddressProps {
  address: string
  describedBy: string
}

/**
 * Shows a document's address at the court, with the button that opens it in the user's browser. Courtcrier itself never
 * requests it: opening it may use the free look, or ask for a login and a fee.
 */
export function CourtAddress({ address, describedBy }: CourtAddressProps) {
  const { t } = useTranslation()
  const isPacer = new URL(address).hostname.endsWith('.uscourts.gov')
  const copy = async () => {
    if (await copyText(address)) notify({ color: 'success', text: t('verbs.address.copied') })
  }
  return (
    <div className={classes.address}>
      <code>{address}</code>
      <Button size="compact-xs" variant="subtle" aria-describedby={describedBy} onClick={() => void copy()}>
        {t('verbs.address.copy')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        data-part="pacer"
        aria-describedby={describedBy}
        renderRoot={(props) => <a {...props} href={address} target="_blank" rel="noreferrer" />}
      >
        {t(isPacer ? 'verbs.pacer' : 'inbox.upload.court')}
      </Button>
    </div>
  )
}
