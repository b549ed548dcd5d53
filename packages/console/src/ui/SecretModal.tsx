import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './SecretModal.module.css'
import { SecretToCopy } from './SecretToCopy.tsx'
import { SteadyModal } from './SteadyModal.tsx'

interface SecretModalProps {
  title: string
  label: string
  /** Says that it is shown only now. */
  description: string
  secret: string
  /** What to do with it. */
  children?: ReactNode
  onClose: () => void
}

/** Shows a secret, once, until the user closes the dialog with its button. */
export function SecretModal({ title, children, onClose, ...secret }: SecretModalProps) {
  const { t } = useTranslation()
  return (
    <SteadyModal isHeld onClose={onClose} title={title} size="lg">
      <div className={classes.body}>
        <SecretToCopy hasFocus {...secret} />
        {children}
        <div className={classes.buttons}>
          <Button onClick={onClose}>{t('steady.done')}</Button>
        </div>
      </div>
    </SteadyModal>
  )
}
