import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCanAct } from '../use-item-actions.ts'
import type { Note } from './item-view.ts'
import classes from './Notes.module.css'
import { useNoteDeleting } from './note-saving.ts'

const NoteForm = lazy(() => import('./NoteForm.tsx'))

/** A note between the steps; whoever wrote it changes and deletes it here. */
export function NoteLine({ itemId, note }: { itemId: string; note: Note }) {
  const { t } = useTranslation()
  const canAct = useCanAct()
  const [isChanging, setChanging] = useState(false)
  const deleting = useNoteDeleting(itemId, note)
  if (isChanging) {
    return (
      <Suspense>
        <NoteForm itemId={itemId} note={note} onDone={() => setChanging(false)} />
      </Suspense>
    )
  }
  return (
    <div className={classes.note}>
      <p>{note.text}</p>
      <small>
        {t(note.isEdited ? 'inbox.notes.byEdited' : 'inbox.notes.by', { name: note.authorName })}
        {note.isOwn && canAct && (
          <>
            <button type="button" onClick={() => setChanging(true)}>
              {t('inbox.notes.change')}
            </button>
            <button type="button" disabled={deleting.isBusy} onClick={() => void deleting.run()}>
              {t('inbox.notes.delete')}
            </button>
          </>
        )}
      </small>
      {deleting.failure && <p role="alert">{deleting.failure.message}</p>}
    </div>
  )
}
