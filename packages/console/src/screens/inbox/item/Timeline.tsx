import type { HistoryLine, Note } from '@courtcrier/contract/calls/inbox.ts'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf, formatDay, formatSeconds } from '../../../ui/format-time.ts'
import { lazy } from '../../../ui/lazy.ts'
import { translated } from '../../../ui/translated.ts'
import { useCanAct } from '../use-item-actions.ts'
import panel from './ItemPanel.module.css'
import { isUnproven } from './item-view.ts'
import noteClasses from './Notes.module.css'
import { useNoteDeleting } from './note-saving.ts'
import classes from './Timeline.module.css'

const NoteForm = lazy(() => import('./NoteForm.tsx'))

interface TimelineProps {
  itemId: string
  history: readonly HistoryLine[]
  notes: readonly Note[]
}

type Entry = { at: string; id: string } & ({ line: HistoryLine } | { note: Note })

/** Shows the item's history, step by step, with the time and a sentence each, and notes in between. */
export function Timeline({ itemId, history, notes }: TimelineProps) {
  const { t } = useTranslation()
  const canAct = useCanAct()
  const entries: Entry[] = [
    ...history.map((line) => ({ at: line.at, id: line.id, line })),
    ...notes.map((note) => ({ at: note.createdAt, id: note.id, note })),
  ].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  return (
    <section className={panel.section}>
      <h3 className={panel.heading}>{t('inbox.history.title')}</h3>
      <p className={classes.follow}>
        <Link to={`/notice-trail/inbox_item/${itemId}`}>{t('inbox.history.follow')}</Link>
      </p>
      {entries.length === 0 && <p className={panel.quiet}>{t('inbox.history.none')}</p>}
      <ol className={classes.timeline}>
        {entries.map((entry, index) => (
          <li key={entry.id} data-tone={'line' in entry ? toneOf(entry.line) : 'note'}>
            {dayOf(entry.at) !== dayOf(entries[index - 1]?.at ?? entry.at) && (
              <span className={classes.day}>{formatDay(entry.at)}</span>
            )}
            <time dateTime={entry.at}>{formatSeconds(entry.at)}</time>
            {'line' in entry ? <Line line={entry.line} /> : <NoteLine itemId={itemId} note={entry.note} />}
          </li>
        ))}
      </ol>
      {canAct && (
        <Suspense>
          <NoteForm itemId={itemId} />
        </Suspense>
      )}
    </section>
  )
}

function Line({ line }: { line: HistoryLine }) {
  const { t } = useTranslation()
  const { sentence, userId, userName } = line
  const isNamed = userName !== null && sentence.startsWith(userName)
  return (
    <span className={classes.sentence}>
      {translated(sentence)}{' '}
      {userId && !isNamed && <small>{t('inbox.history.by', { name: userName ?? t('inbox.history.colleague') })}</small>}
    </span>
  )
}

/** Shows a note between the steps, which its author can change and delete here. */
function NoteLine({ itemId, note }: { itemId: string; note: Note }) {
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
    <div className={noteClasses.note}>
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

function toneOf({ outcome, sentence }: HistoryLine): 'ok' | 'warn' | 'bad' | 'neutral' {
  if (isUnproven(sentence)) return 'warn'
  if (outcome === 'done') return 'ok'
  if (outcome === 'review' || outcome === 'retry') return 'warn'
  return outcome === 'failed' || outcome === 'fail' ? 'bad' : 'neutral'
}
