import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './api-keys.module.css'

interface FormButtonsProps {
  /** The verb of the action. */
  submit: string
  isBusy: boolean
  onClose: () => void
}

/** The buttons at the end of a dialog about a key. */
export function FormButtons({ submit, isBusy, onClose }: FormButtonsProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.buttons}>
      <Button variant="default" disabled={isBusy} onClick={onClose}>
        {t('apiKeys.cancel')}
      </Button>
      <Button type="submit" loading={isBusy}>
        {submit}
      </Button>
    </div>
  )
}

/** Says why something was refused. */
export function Refusal({ text }: { text: string }) {
  return (
    <p role="alert" className={classes.failure}>
      {text}
    </p>
  )
}
