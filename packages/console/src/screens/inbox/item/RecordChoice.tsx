import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { useRecordSearch } from '../../../fields/record-search.ts'
import { LateSelect } from '../../../ui/choice/LateSelect.tsx'
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
  const [id, setId] = useState<string | null>(null)
  const { choice } = useRecordSearch(entity, id ? [id] : [])
  const root = useRef<HTMLDivElement>(null)
  useFirstFocus(root, isFirst ? 'input' : ':not(*)')
  return (
    <div ref={root} className={classes.choice}>
      <LateSelect
        {...choice}
        label={label}
        size="sm"
        clearable
        comboboxProps={{ zIndex: 500 }}
        value={id}
        onChange={setId}
      />
      <Button size="sm" variant="default" disabled={!id || isBusy} onClick={() => id && onChoose(id)}>
        {button}
      </Button>
    </div>
  )
}
