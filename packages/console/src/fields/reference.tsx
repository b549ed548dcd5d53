import { useTranslation } from 'react-i18next'
import { isDenied } from '../session/titles.ts'
import type { CellProps, FieldControl } from './control.ts'
import classes from './fields.module.css'
import { RecordTitle } from './RecordTitle.tsx'

export const referenceControl: FieldControl = {
  Cell: ReferenceCell,
  width: 190,
  text: (value, field, titleOf) => (typeof value === 'string' ? titleOf(field.resource ?? '', value) : ''),
  isChosen: true,
}
export const referenceListControl: FieldControl = {
  Cell: ReferenceListCell,
  width: 220,
  text: (value, field, titleOf) => joined(idsOf(value).map((id) => titleOf(field.resource ?? '', id))),
}

function joined(titles: readonly (string | undefined)[]): string | undefined {
  return titles.includes(undefined) ? undefined : titles.join(', ')
}

function ReferenceCell({ value, field }: CellProps) {
  return <RecordTitle entity={field.resource ?? ''} id={typeof value === 'string' ? value : null} />
}

function ReferenceListCell({ value, field, isFull }: CellProps) {
  const { t } = useTranslation()
  const ids = idsOf(value)
  // None of them has a title that could be shown.
  if (ids.length > 1 && isDenied(field.resource ?? ''))
    return <span className={classes.quiet}>{t('input.unknownRecords', { count: ids.length })}</span>
  return (
    <>
      {ids.map((id, index) => (
        <span key={id}>
          {index > 0 && (isFull ? <br /> : ', ')}
          <RecordTitle entity={field.resource ?? ''} id={id} />
        </span>
      ))}
    </>
  )
}

/** Returns the IDs of a list of references. */
export function idsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}
