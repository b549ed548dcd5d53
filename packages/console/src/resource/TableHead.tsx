import type { Resource } from '@courtcrier/contract/resource.ts'
import { useTranslation } from 'react-i18next'
import { Tick } from '../ui/Tick.tsx'
import type { ColumnWidths } from './column-widths.ts'
import { HeaderCell } from './HeaderCell.tsx'
import classes from './table.module.css'
import type { EntityModel } from './use-entity-model.ts'
import type { Arrangement } from './use-table-layout.ts'
import type { useTableState } from './use-table-state.ts'

interface TableHeadProps {
  resource: Resource
  keys: readonly string[]
  table: ReturnType<typeof useTableState>
  arrangement: Arrangement
  widths: ColumnWidths
  model: EntityModel
  hasRest: boolean
  onTogglePage: (isTicked: boolean) => void
}

/** Shows the column headers, and the checkbox for all rows of the page. */
export function TableHead(props: TableHeadProps) {
  const { resource, keys, table, arrangement, widths, model, hasRest, onTogglePage } = props
  const { t } = useTranslation()
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className={classes.tick}>
          <Tick
            label={t('list.selectPage')}
            isTicked={model.getIsAllRowsSelected()}
            isPartly={model.getIsSomeRowsSelected() && !model.getIsAllRowsSelected()}
            onTick={onTogglePage}
          />
        </th>
        {keys.map((key) => (
          <HeaderCell key={key} {...{ resource, table, arrangement }} fieldKey={key} width={widths[key] ?? 0} />
        ))}
        {hasRest && <td aria-hidden className={classes.rest} />}
      </tr>
    </thead>
  )
}
