import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { Button } from '@mantine/core'
import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import './text.ts'
import { isWritable } from '../../resource/form-values.ts'
import { useRole } from '../../session/session-store.ts'
import { useLate } from '../../ui/use-late.ts'
import classes from './profile.module.css'

const loadForm = () => import('./OwnForm.tsx')

/** Notification fields of the user's own timekeeper. */
const keys = ['email', 'timekeeperGroupId', 'additionalReceiptEmails'] as const

/**
 * Opens the form for the fields of the user's own timekeeper that the role may change; says so if there are none. The
 * form weighs more than the rest of the page, so it is loaded on the way to its button.
 */
export function OwnTimekeeper({ id, onSaved }: { id: string; onSaved: () => void }) {
  const { t } = useTranslation()
  const role = useRole()
  const [isOpen, setIsOpen] = useState(false)
  const { Late: OwnForm, preload } = useLate(loadForm, isOpen)
  const isReturning = useRef(false)
  const focusAfterForm = useCallback((button: HTMLButtonElement | null) => {
    if (button && isReturning.current) button.focus()
    isReturning.current = false
  }, [])
  const writable = keys.filter((key) => isWritable(key, { resource: timekeeper, role, isNew: false }))
  if (writable.length === 0) return <p className={classes.about}>{t('ownDelivery.cannot')}</p>
  if (fieldAccess(timekeeper, 'id', role) === 'DENY') return null
  const close = () => {
    isReturning.current = true
    setIsOpen(false)
  }
  if (isOpen && OwnForm) return <OwnForm id={id} keys={writable} onSaved={onSaved} onClose={close} />
  return (
    <Button
      ref={focusAfterForm}
      variant="default"
      mt={14}
      loading={isOpen}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setIsOpen(true)}
    >
      {t('ownDelivery.change')}
    </Button>
  )
}
