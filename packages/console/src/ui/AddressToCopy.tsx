import { Button } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './AddressToCopy.module.css'
import { copyText } from './copy-text.ts'
import { notify } from './notices.ts'

interface AddressToCopyProps {
  label: string
  address: string
  about: string
  /** Announces that it was copied. */
  copied: string
  /** Whether it stands below a form, instead of inside a panel with its own margins. */
  isBelowForm?: boolean
}

/** An address to enter at a service, with a button that copies it. */
export function AddressToCopy({ label, address, about, copied, isBelowForm = false }: AddressToCopyProps) {
  const { t } = useTranslation()
  const id = useId()
  const copy = async () => {
    if (await copyText(address)) notify({ color: 'success', text: copied })
  }
  return (
    <section className={classes.address} data-below-form={isBelowForm || undefined} aria-labelledby={id}>
      <b id={id}>{label}</b>
      <div>
        <code>{address}</code>
        <Button variant="default" size="compact-sm" onClick={() => void copy()}>
          {t('copying.copy')}
        </Button>
      </div>
      <small>{about}</small>
    </section>
  )
}
