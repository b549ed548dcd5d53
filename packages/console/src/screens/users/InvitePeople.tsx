import { user } from '@courtcrier/contract/resources/user.ts'
import { Button } from '@mantine/core'
import { IconMailPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCanWrite } from '../../resource/use-can-write.ts'
import { lazy } from '../../ui/lazy.ts'
import './text.ts'

const InvitePeopleDialog = lazy(() => import('./InvitePeopleDialog.tsx'))

/** Opens the dialog for inviting many people at once. */
export default function InvitePeople() {
  const { t } = useTranslation()
  const canWrite = useCanWrite(user)
  const [isOpen, setOpen] = useState(false)
  if (!canWrite) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMailPlus size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('invitePeople.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <InvitePeopleDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
