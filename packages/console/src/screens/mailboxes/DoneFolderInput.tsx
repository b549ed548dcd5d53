import type { MailboxFolders } from '@courtcrier/contract/calls/mailboxes.ts'
import { useMutationState } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { InputProps } from '../../fields/control.ts'
import { LineInput } from '../../fields/LineInput.tsx'
import { useEnclosingForm } from '../../resource/enclosing-form.ts'
import { lazy } from '../../ui/lazy.ts'
import { askedFolders, foldersKey } from './mailbox-folders.ts'

const FolderChoice = lazy(() => import('./FolderChoice.tsx'))

/** Enters where received messages are moved to, or chooses it from the folders that were asked for, if any were. */
export default function DoneFolderInput(props: InputProps) {
  const form = useEnclosingForm()
  const lists = useMutationState({
    filters: { mutationKey: foldersKey, status: 'success' },
    select: ({ state }) => ({ asked: state.variables, folders: (state.data as MailboxFolders).folders }),
  })
  const asked = form && JSON.stringify(askedFolders(form.values, form.scope))
  const folders = lists.findLast((list) => JSON.stringify(list.asked) === asked)?.folders ?? []
  if (props.disabled || folders.length === 0) return <LineInput {...props} />
  return (
    <Suspense fallback={<LineInput {...props} />}>
      <FolderChoice {...props} folders={folders} isAwaited={() => false} />
    </Suspense>
  )
}
