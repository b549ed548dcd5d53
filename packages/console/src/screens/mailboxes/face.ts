import type { Face } from '../../resource/face.ts'
import { lazy } from '../../ui/lazy.ts'

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
    shows: ['health', 'sentence', 'checkedAt', 'lastMessageAt', 'behindSince'],
  },
}
