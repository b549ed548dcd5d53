import { longestNote } from '@courtcrier/contract/triage.ts'
import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { draftName } from '../../../session/draft-names.ts'
import { readStored, writeStored } from '../../../ui/stored.ts'
import { useAction } from '../../../ui/use-action.ts'
import classes from './Notes.module.css'
import { writeNote } from './note-saving.ts'

interface NoteFormProps {
  itemId: string
  /** The note being changed; a new one when absent. */
  note?: { id: string; text: string }
  onDone?: () => void
}

/** Writes a note on the item, or changes one. */
export default function NoteForm({ itemId, note, onDone }: NoteFormProps) {
  const { t } = useTranslation()
  const [text, type] = useDraft(itemId, note)
  const saving = useAction(async () => {
    await writeNote(itemId, { noteId: note?.id, text })
    type('')
    onDone?.()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '' && !saving.isBusy) void saving.run()
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <Textarea
        label={t(note ? 'inbox.notes.change' : 'inbox.notes.write')}
        rows={2}
        classNames={{ input: classes.text }}
        maxLength={longestNote}
        value={text}
        error={saving.failure?.message}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
        }}
      />
      <div className={classes.buttons}>
        <Button type="submit" size="compact-sm" variant="default" loading={saving.isBusy} disabled={text.trim() === ''}>
          {t(note ? 'inbox.notes.save' : 'inbox.notes.add')}
        </Button>
        {note && (
          <Button size="compact-sm" variant="subtle" onClick={onDone}>
            {t('inbox.notes.cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Keeps a new note in this tab until it is added: the next item is one key away. */
function useDraft(itemId: string, note: NoteFormProps['note']) {
  const name = note ? undefined : draftName(`note.${itemId}`)
  const [text, setText] = useState(() => note?.text ?? (name && readStored<string>(name, 'session')) ?? '')
  const type = (next: string) => {
    setText(next)
    if (name) writeStored(name, next || undefined, 'session')
  }
  return [text, type] as const
}
