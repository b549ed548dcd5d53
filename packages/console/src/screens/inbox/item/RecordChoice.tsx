import { Button, Select } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRecordSearch } from '../../../fields/record-search.ts'
import { useFirstFocus } from '../verbs/use-first-focus.ts'
import classes from './Fix.module.css'

interface RecordChoiceProps {
  entity: 'case' | 'ecfx_jurisdiction' | 'timekeeper'
  label: string
  button: string
  isBusy: boolean
  /** Whether it takes the focus of its dialog. */
  isFirst?: boolean
  onChoose: (id: string) => void
}

/** Searches one record, with the button that chooses it. */
export default function RecordChoice({ entity, label, button, isBusy, isFirst = false, onChoose }: RecordChoiceProps) {
  const { t } = useTranslation()
  const [id, setId] = useState<string | null>(null)
  const search = useRecordSearch(entity, id ? [id] : [])
  const root = useRef<HTMLDivElement>(null)
  useFirstFocus(root, isFirst ? 'input' : ':not(*)')
  return (
    <div ref={root} className={classes.choice}>
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
        renderOption={search.renderOption}
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
