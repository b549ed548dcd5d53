import type { Field } from '@courtcrier/contract/fields/field.ts'
import type { Filter } from '@courtcrier/contract/query.ts'
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilterChange } from '../fields/choosing.ts'
import { filterOf } from '../fields/inputs.ts'
import type { Anchor } from '../ui/LatePopup.tsx'
import { PopoverAt } from '../ui/PopoverAt.tsx'
import classes from './list.module.css'

interface ChoiceProps {
  name: string
  field: Field
  filter: Filter | undefined
  onChange: (change: FilterChange) => void
}

/** Edits a filter. */
export default function FilterEditor({ anchor, label, ...props }: ChoiceProps & { anchor: Anchor; label: string }) {
  return (
    <PopoverAt anchor={anchor} label={label} position="bottom-start" width={300}>
      <FilterChoice {...props} />
    </PopoverAt>
  )
}

/** Shows the kind's own filter and, for fields that may be empty, a choice of empty or not. */
function FilterChoice({ name, field, filter, onChange }: ChoiceProps) {
  const { t } = useTranslation()
  const root = useRef<HTMLDivElement>(null)
  const FilterInput = filterOf(field)
  const isEmpty = emptinessIn(filter)
  const toggle = (value: boolean) =>
    onChange((now) => (emptinessIn(now) === value ? undefined : { field: name, isEmpty: value }))
  // The popover looks for something to focus when it opens, before this may have been loaded.
  useEffect(() => {
    if (root.current?.contains(document.activeElement)) return
    root.current?.querySelector<HTMLElement>('[data-autofocus], input, button')?.focus()
  }, [])
  return (
    <div ref={root} className={classes.editor}>
      {FilterInput && <FilterInput name={name} field={field} filter={filter} onChange={onChange} />}
      {!field.required && !field.given && field.kind !== 'boolean' && !field.number.toString().match(/^[23]$/) && (
        <div className={classes.emptiness}>
          <Button size="compact-xs" variant={isEmpty === true ? 'light' : 'default'} onClick={() => toggle(true)}>
            {t('filter.emptyChoice')}
          </Button>
          <Button size="compact-xs" variant={isEmpty === false ? 'light' : 'default'} onClick={() => toggle(false)}>
            {t('filter.notEmptyChoice')}
          </Button>
        </div>
      )}
    </div>
  )
}

function emptinessIn(filter: Filter | undefined): boolean | undefined {
  return filter && 'isEmpty' in filter ? filter.isEmpty : undefined
}
