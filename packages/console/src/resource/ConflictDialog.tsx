import { isEmptyValue } from '@courtcrier/contract/fields/field.ts'
import { type AnyRow, findField, type Resource } from '@courtcrier/contract/resource.ts'
import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusBack } from '../ui/use-focus-back.ts'
import './dialog-text.ts'
import { controlOf } from '../fields/registry.ts'
import { fieldLabel } from '../i18n/labels.ts'
import classes from './ConflictDialog.module.css'
import { type Conflict, disputedKeys, type Picks, pickedValues, type Side, sides, usualPicks } from './conflict.ts'

interface ConflictDialogProps {
  resource: Resource
  keys: readonly string[]
  conflict: Conflict
  /** The verb of the action after the choice. */
  confirm: string
  onConfirm: (values: AnyRow) => void
  onCancel: () => void
}

/** Shows that someone else has changed the record: field by field, both values and the former one, to choose from. */
export default function ConflictDialog(props: ConflictDialogProps) {
  const { t } = useTranslation()
  useFocusBack()
  const { resource, conflict, confirm, onConfirm, onCancel } = props
  const keys = disputedKeys(resource, props.keys, conflict)
  const [chosen, choose] = useState<Picks>({})
  const picks = { ...usualPicks(keys, conflict), ...chosen }
  return (
    <Modal opened onClose={onCancel} title={t('conflict.title')} size={760} withCloseButton={false} zIndex={320}>
      <p className={classes.lead}>{t(keys.length > 0 ? 'conflict.lead' : 'conflict.same')}</p>
      {keys.length > 0 && (
        <div className={classes.fields}>
          {keys.map((key) => (
            <FieldChoice
              key={key}
              resource={resource}
              fieldKey={key}
              conflict={conflict}
              side={picks[key] ?? 'theirs'}
              onChoose={(side) => choose({ ...chosen, [key]: side })}
            />
          ))}
        </div>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel}>
          {t('conflict.cancel')}
        </Button>
        <Button data-autofocus onClick={() => onConfirm(pickedValues(picks, conflict))}>
          {confirm}
        </Button>
      </div>
    </Modal>
  )
}

interface FieldChoiceProps {
  resource: Resource
  fieldKey: string
  conflict: Conflict
  side: Side
  onChoose: (side: Side) => void
}

function FieldChoice({ resource, fieldKey, conflict, side, onChoose }: FieldChoiceProps) {
  const { t } = useTranslation()
  const field = findField(resource, fieldKey)
  if (!field) return null
  const { Cell } = controlOf(field)
  return (
    <fieldset className={classes.field}>
      <legend>{fieldLabel(resource, fieldKey)}</legend>
      {sides.map((offered) => {
        const value = conflict[offered][fieldKey]
        return (
          <label key={offered} data-chosen={offered === side || undefined}>
            <input type="radio" name={fieldKey} checked={offered === side} onChange={() => onChoose(offered)} />
            <span>
              <b>{t(`conflict.${offered}`)}</b>
              {isEmptyValue(value) ? <i>{t('conflict.empty')}</i> : <Cell value={value} field={field} isFull />}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
