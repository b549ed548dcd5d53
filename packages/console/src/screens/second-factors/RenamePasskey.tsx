import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLate } from '../../ui/use-late.ts'
import type { PasskeyNameProps } from './RenameDialog.tsx'

const loadDialog = () => import('./RenameDialog.tsx')

/** A button that gives a passkey another name, in a dialog. */
export function RenamePasskey(passkey: PasskeyNameProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { Late: RenameDialog, preload } = useLate(loadDialog, isOpen)
  const label = t('factors.renameOf', { name: t('factors.passkeyNamed', { name: passkey.name }) })
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={label}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(true)}
      >
        {t('factors.rename')}
      </Button>
      {RenameDialog && <RenameDialog {...passkey} isOpen={isOpen} title={label} onClose={() => setOpen(false)} />}
    </>
  )
}
