import type { Field } from '@courtcrier/contract/fields/field.ts'
import { VisuallyHidden } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { controlOf } from '../fields/registry.ts'
import type { Refusal } from './refused-cells.ts'
import classes from './table.module.css'

/** Shows what was entered in a cell and isn't saved, and why. */
export function RefusedCell({ field, refusal: { value, problem } }: { field: Field; refusal: Refusal }) {
  const { t } = useTranslation()
  const { Cell } = controlOf(field)
  const text = t('cell.notSaved', { problem })
  return (
    <div className={classes.refused} title={text}>
      <IconAlertCircle size={15} aria-hidden />
      <span className={classes.cell}>
        {typeof value === 'string' && field.kind === 'number' ? (
          value
        ) : (
          <Cell value={value ?? undefined} field={field} />
        )}
      </span>
      <VisuallyHidden>{text}</VisuallyHidden>
    </div>
  )
}
