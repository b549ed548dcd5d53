import { Button } from '@mantine/core'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazy } from '../ui/lazy.ts'
import './dialog-text.ts'
import { fieldLabel } from '../i18n/labels.ts'
import { meanwhileKeys } from './conflict.ts'
import classes from './form.module.css'
import { type FormScope, formKeys } from './form-values.ts'
import type { RecordForm } from './use-record-form.ts'

const ConflictDialog = lazy(() => import('./ConflictDialog.tsx'))

interface MeanwhileNoteProps {
  scope: FormScope
  form: RecordForm
  /** The record when the form was filled. */
  base: FormScope['row']
  takeOver: (values: FormScope['row']) => void
  /** Whether both versions are shown: because the user asked to, or because saving was refused. */
  looking: 'no' | 'asked' | 'refused'
  onLook: (looking: 'no' | 'asked') => void
  onSave: (values: FormScope['row']) => void
}

/** Shows which fields of the open record someone else changed during editing, with both versions to choose from. */
export function MeanwhileNote({ scope, form, base, takeOver, looking, onLook, onSave }: MeanwhileNoteProps) {
  const { t } = useTranslation()
  const { resource, row: theirs } = scope
  const keys = formKeys(scope)
  const conflict = { base, theirs, mine: form.getValues() }
  const changed = meanwhileKeys(keys, conflict)
  if (changed.length === 0) return null
  const fields = changed.map((key) => fieldLabel(resource, key)).join(', ')
  const confirm = (values: FormScope['row']) => {
    takeOver(values)
    onLook('no')
    if (looking === 'refused') onSave(values)
  }
  return (
    <div role="status" className={classes.draft}>
      <span>{t('conflict.meanwhile', { count: changed.length, fields })}</span>
      <Button size="compact-sm" variant="default" onClick={() => onLook('asked')}>
        {t('conflict.look')}
      </Button>
      {looking !== 'no' && (
        <Suspense>
          <ConflictDialog
            resource={resource}
            keys={keys}
            conflict={conflict}
            confirm={t(looking === 'refused' ? 'conflict.save' : 'conflict.goOn')}
            onConfirm={confirm}
            onCancel={() => onLook('no')}
          />
        </Suspense>
      )}
    </div>
  )
}
