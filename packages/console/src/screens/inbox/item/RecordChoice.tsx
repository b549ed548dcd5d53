import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRecordSearch } from '../../../fields/record-search.ts'
import classes from './Fix.module.css'

interface RecordChoiceProps {
  entity: 'case' | 'ecfx_jurisdiction'
  label: string
  button: string
  isBusy: boolean
  onChoose: (id: string) => void
}

/** One record, found by typing, and the button that takes it. */
export default function RecordChoice({ entity, label, button, isBusy, onChoose }: RecordChoiceProps) {
  const { t } = useTranslation()
  const [id, setId] = useState<string | null>(null)
  const search = useRecordSearch(entity, id ? [id] : [])
  return (
    <div className={classes.choice}>
      <Select
        label={label}
        size="sm"
        placeholder={t('input.typeToSearch')}
        searchable
        clearable
        openOnFocus={false}
        comboboxProps={{ zIndex: 500 }}
        nothingFoundMessage={search.message}
        filter={({ options }) => options}
        data={search.options}
        value={id}
        onChange={setId}
        onSearchChange={search.setText}
        onDropdownOpen={search.open}
      />
      <Button size="sm" variant="default" disabled={!id || isBusy} onClick={() => id && onChoose(id)}>
        {button}
      </Button>
    </div>
  )
}
