import { isEmptyValue } from '@courtcrier/contract/fields/field.ts'
import { type AnyRow, findField, type Resource } from '@courtcrier/contract/resource.ts'
import { Fragment } from 'react'
import { choiceLabel } from '../i18n/labels.ts'
import classes from './fields.module.css'
import { RecordTitle } from './RecordTitle.tsx'

interface RecordOptionProps {
  label: string
  resource: Resource
  /** The record; absent for a choice that isn't one, or that isn't loaded. */
  row: AnyRow | undefined
  isChosen: boolean
}

/** Shows a record to choose: its title, and below it its full name if the title is short, and what tells it apart from others with the same title. */
export function RecordOption({ label, resource, row = {}, isChosen }: RecordOptionProps) {
  const keys = resource.hasShortName ? [resource.title, ...resource.tellsApart] : resource.tellsApart
  const facts = keys.filter((key) => !isEmptyValue(row[key]) && row[key] !== label)
  return (
    <span className={classes.option} data-chosen={isChosen || undefined}>
      <span>
        <bdi>{label}</bdi>
      </span>
      {facts.length > 0 && (
        <small className={classes.apart}>
          {facts.map((key, index) => (
            <Fragment key={key}>
              {index > 0 && ' · '}
              <Fact resource={resource} fieldKey={key} value={String(row[key])} />
            </Fragment>
          ))}
        </small>
      )}
    </span>
  )
}

function Fact({ resource, fieldKey, value }: { resource: Resource; fieldKey: string; value: string }) {
  const field = findField(resource, fieldKey)
  if (field?.kind === 'reference') return <RecordTitle entity={field.resource ?? ''} id={value} />
  return field?.kind === 'select' ? choiceLabel(field, value) : value
}
