import { lazy } from 'react'
import type { Face } from '../../resource/face.ts'

export const mailboxFace: Face = {
  resource: 'mailbox',
  nav: { group: 'settings', icon: 'IconMailbox' },
  inputs: {
    folder: lazy(() => import('./FolderInput.tsx')),
    doneFolder: lazy(() => import('./DoneFolderInput.tsx')),
  },
  panels: {
    record: lazy(() => import('./MailboxTestPanel.tsx')),
    form: lazy(() => import('./MailboxFormPanels.tsx')),
  },
}
