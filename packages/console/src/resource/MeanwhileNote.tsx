import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import './dialog-text.ts'
import { meanwhileKeys } from './conflict.ts'
import classes from './form.module.css'
import { type FormScope, formKeys } from './form-values.ts'
import { fieldLabel } from './labels.ts'
import type { RecordForm } from './use-record-form.ts'

const ConflictDialog = lazy(() => import('./ConflictDialog.tsx'))

interface MeanwhileNoteProps {
  scope: FormScope
  form: RecordForm
  /** The record as it was when the form was filled. */
  base: FormScope['row']
  takeOver: (values: FormScope['row']) => void
  /** Whether the two versions are being looked at: because the person wants to, or because saving was refused. */
  looking: 'no' | 'asked' | 'refused'
  onLook: (looking: 'no' | 'asked') => void
  onSave: (values: FormScope['row']) => void
}

/** Somebody else changed the open record while something is typed here: which fields, and both versions to choose from. */
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
