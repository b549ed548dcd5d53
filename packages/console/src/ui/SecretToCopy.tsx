import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from './copy-text.ts'
import classes from './SecretToCopy.module.css'

interface SecretToCopyProps {
  label: string
  /** Says that it is shown only now. */
  description: string
  secret: string
  /** Whether it takes the focus of a dialog that opens. */
  hasFocus?: boolean
}

/** A secret that is shown once, with a button that copies it. */
export function SecretToCopy({ label, description, secret, hasFocus = false }: SecretToCopyProps) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => setCopied(await copyText(secret))
  return (
    <div className={classes.secret}>
      <TextInput
        readOnly
        data-autofocus={hasFocus || undefined}
        label={label}
        description={description}
        value={secret}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button variant="default" onClick={() => void copy()}>
        {t(isCopied ? 'copying.copied' : 'copying.copy')}
      </Button>
    </div>
  )
}
