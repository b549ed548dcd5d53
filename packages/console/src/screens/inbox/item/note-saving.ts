import type { Note } from '@courtcrier/contract/calls/inbox.ts'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../../../session/query-client.ts'
import { notify } from '../../../ui/notices.ts'
import { useAction } from '../../../ui/use-action.ts'
import { itemKey, saveNote } from './item-view.ts'

/** Writes a new note, or changes one. Throws `ApiFailure`. */
export async function writeNote(itemId: string, note: { noteId?: string | undefined; text: string }): Promise<void> {
  await saveNote(itemId, note)
  await refresh(itemId)
}

/** Deletes a note, and offers to undo that while the message is shown. */
export function useNoteDeleting(itemId: string, note: Note) {
  const { t } = useTranslation()
  const putBack = () => {
    writeNote(itemId, { noteId: note.id, text: note.text }).catch((failure: unknown) =>
      notify({ color: 'error', text: failure instanceof Error ? failure.message : String(failure) }),
    )
  }
  return useAction(async () => {
    await saveNote(itemId, { noteId: note.id, text: undefined })
    notify({ color: 'success', text: t('inbox.notes.deleted'), undo: putBack })
    await refresh(itemId)
  })
}

function refresh(itemId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: itemKey(itemId) })
}
