import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useTitleOf } from '../session/titles.ts'
import type { CellProps, FieldFace, FilterProps, InputProps } from './face.ts'
import classes from './fields.module.css'
import { RecordFilter } from './RecordFilter.tsx'
import { useRecordSearch } from './record-search.ts'

export const referenceFace: FieldFace = {
  Cell: ReferenceCell,
  Input: ReferenceInput,
  Filter: ReferenceFilter,
  width: 190,
}

function ReferenceCell({ value, field }: CellProps) {
  return <RecordTitle entity={field.resource ?? ''} id={typeof value === 'string' ? value : null} />
}

/** A record by its title; a record the role may not see says so, rather than showing an id. */
export function RecordTitle({ entity, id }: { entity: string; id: string | null }) {
  const { t } = useTranslation()
  const { data, isPending } = useTitleOf(entity, findResource(entity) ? id : null)
  if (!id || (isPending && findResource(entity))) return null
  return data ? data : <span className={classes.quiet}>{t('input.unknownRecord')}</span>
}

/** One record, found by typing. */
function ReferenceInput({ field, value, onChange, ...rest }: InputProps) {
  const { t } = useTranslation()
  const id = typeof value === 'string' ? value : null
  const search = useRecordSearch(field.resource ?? '', id ? [id] : [])
  return (
    <Select
      {...rest}
      searchable
      clearable={!field.required}
      allowDeselect={!field.required}
      required={field.required}
      description={field.help}
      placeholder={t('input.typeToSearch')}
      nothingFoundMessage={search.message}
      filter={({ options }) => options}
      data={search.options}
      value={id}
      onChange={onChange}
      onSearchChange={search.setText}
      onDropdownOpen={search.open}
    />
  )
}

function ReferenceFilter(props: FilterProps) {
  return <RecordFilter {...props} />
}
